package dev.starling.chaos.attack;

import dev.starling.chaos.Lab;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.observe.RawPort;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * A machine on the segment that has no key. It overhears what the speakers say to one another once
 * the switch {@linkplain #overhear mirrors} it, keeps the newest 60,000 datagrams, and sends what
 * it likes. Its card keeps its own hardware address; its packets may come from anybody.
 */
public final class Stranger implements AutoCloseable {
  /** The port that the speakers talk on. */
  public static final int PORT = 7946;

  /** The hardware address of its card. */
  public static final String MAC = Plan.macOf(Plan.STRANGER);

  /** Its own address. */
  public static final String IPV4 = Plan.ipv4Of(Plan.STRANGER);

  private static final String MACHINE = "attacker";
  private static final int CAPACITY = 60_000;

  private final Lab lab;
  private final Namespace namespace;
  private final RawPort port;
  private final Deque<Overheard> overheard = new ArrayDeque<>();
  private int id;

  /**
   * A datagram that was overheard.
   *
   * @param datagram what
   * @param nanos when
   */
  public record Overheard(Datagram datagram, long nanos) {
    /** Whether it can be sealed speech; a knock cannot. */
    public boolean isSealed() {
      return datagram.payload().length >= SealedField.HEADER + SealedField.TAG;
    }

    /** Whether it went from one node to another. */
    public boolean isBetween(String sender, String receiver) {
      return datagram.from().ip().equals(Plan.ipv4Of(sender))
          && datagram.to().ip().equals(Plan.ipv4Of(receiver));
    }
  }

  /** Attaches the machine to the switch of {@code lab}. */
  public Stranger(Lab lab) {
    this.lab = lab;
    namespace = lab.network().attach(MACHINE, Plan.STRANGER);
    port = new RawPort(namespace, "inbound and udp dst port " + PORT, this::take);
  }

  /** Where the speaker of {@code node} listens. */
  public static Datagram.End speaker(String node) {
    return new Datagram.End(Plan.ipv4Of(node), PORT);
  }

  /** The machine. */
  public Namespace namespace() {
    return namespace;
  }

  /** Another way to send and listen for frames. */
  public RawPort open(String filter, RawPort.Listener listener) {
    return new RawPort(namespace, filter, listener);
  }

  /** From now on the switch copies to it whatever the speakers say to one another. */
  public void overhear() {
    String chains =
        lab.plan().nodes().stream()
            .map(
                node ->
                    """
                    chain from_%1$s {
                      type filter hook ingress device "%1$s" priority 0;
                      udp dport %2$s dup to "%3$s"
                    }
                    """
                        .formatted(node, String.valueOf(PORT), MACHINE))
            .collect(Collectors.joining());
    lab.network().rule("table netdev mirror {\n" + chains + "}\n");
  }

  /** Ends {@link #overhear}; what was heard stays. */
  public void overhearNoMore() {
    lab.network().rule("delete table netdev mirror\n");
  }

  /** Sealed datagrams heard at or after {@code nanos}, oldest first. */
  public List<Overheard> sealedSince(long nanos) {
    return heardSince(nanos).stream().filter(Overheard::isSealed).toList();
  }

  /** All datagrams heard at or after {@code nanos}, oldest first. */
  public List<Overheard> heardSince(long nanos) {
    synchronized (overheard) {
      return overheard.stream().filter(each -> each.nanos() - nanos >= 0).toList();
    }
  }

  /** The newest sealed datagram from one node to another. */
  public Optional<Datagram> newest(String sender, String receiver) {
    synchronized (overheard) {
      for (var newestFirst = overheard.descendingIterator(); newestFirst.hasNext(); ) {
        Overheard each = newestFirst.next();
        if (each.isSealed() && each.isBetween(sender, receiver)) {
          return Optional.of(each.datagram());
        }
      }
      return Optional.empty();
    }
  }

  /** Sends a datagram once, in fragments if need be, and says how many of the frames were taken. */
  public int send(Datagram datagram) {
    int taken = 0;
    for (byte[] frame : frames(datagram)) {
      taken += port.send(frame) ? 1 : 0;
    }
    return taken;
  }

  /** Sends datagrams one after the other, at most {@code perSecond}. */
  public void send(Collection<Datagram> datagrams, int perSecond) {
    Pace pace = new Pace(perSecond);
    for (Datagram datagram : datagrams) {
      pace.await();
      send(datagram);
    }
  }

  /** Sends a frame as it is. */
  public boolean send(byte[] frame) {
    return port.send(frame);
  }

  /** Starts a flood of frames from a port of its own: {@link Flood#start}. */
  public Flood flood(int perSecond, IntFunction<byte[]> frames) {
    return Flood.start(open("less 0", (_, _) -> {}), perSecond, frames);
  }

  /** The frames of a datagram to one of the lab's machines, from the stranger's card. */
  public List<byte[]> frames(Datagram datagram) {
    String ip = datagram.to().ip();
    int number = Integer.parseInt(ip.substring(ip.lastIndexOf('.') + 1));
    id = (id + 1) & 0xffff;
    return datagram.frames(MAC, Plan.macOf(number), id);
  }

  @Override
  public void close() {
    port.close();
  }

  private void take(byte[] frame, long nanos) {
    Datagram.read(frame)
        .ifPresent(
            datagram -> {
              synchronized (overheard) {
                if (overheard.size() == CAPACITY) {
                  overheard.removeFirst();
                }
                overheard.addLast(new Overheard(datagram, nanos));
              }
            });
  }
}
