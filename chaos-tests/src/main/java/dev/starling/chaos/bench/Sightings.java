package dev.starling.chaos.bench;

import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.WireFrame;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the observers have seen of the service IP. All moments are of one monotonic clock; no clock
 * and no I/O here.
 *
 * @param nodeOf the node of each hardware address
 * @param frames the claims on the client's cable, oldest first
 * @param probes the client's probes, oldest first
 * @param asked when the inquirer asked, oldest first
 */
public record Sightings(
    SortedMap<String, String> nodeOf,
    List<WireFrame> frames,
    List<Probe> probes,
    List<Long> asked) {

  /**
   * When a node of those {@code wanted} spoke for the IP first: by a gratuitous frame, or if none
   * of them sent any, by a reply.
   */
  public Optional<Long> firstFrame(Predicate<String> wanted) {
    Optional<Long> gratuitous =
        framesOf(wanted).filter(WireFrame::gratuitous).map(WireFrame::nanos).findFirst();
    return gratuitous.or(() -> framesOf(wanted).map(WireFrame::nanos).findFirst());
  }

  /** When the client had its first reply from a node of those {@code wanted}. */
  public Optional<Long> firstReply(Predicate<String> wanted) {
    return answers(wanted).map(Probe.Answer::nanos).reduce((a, b) -> b - a < 0 ? b : a);
  }

  /**
   * When a node of those {@code wanted} was last known to speak for the IP: by a frame or a reply.
   */
  public Optional<Long> lastSign(Predicate<String> wanted) {
    return Stream.concat(
            framesOf(wanted).map(WireFrame::nanos), answers(wanted).map(Probe.Answer::nanos))
        .reduce((a, b) -> b - a > 0 ? b : a);
  }

  /** How many probes were sent from one moment until before another. */
  public int sent(long fromNanos, long toNanos) {
    return (int) probesWithin(fromNanos, toNanos).count();
  }

  /** How many of {@link #sent} have no reply. */
  public int lost(long fromNanos, long toNanos) {
    return (int) probesWithin(fromNanos, toNanos).filter(probe -> probe.answer().isEmpty()).count();
  }

  /**
   * For how long two nodes or more answered: the number of the inquirer's questions that had
   * replies from two, times the time between two questions.
   */
  public long severalAnswerMillis(long fromNanos, long toNanos) {
    long several = 0;
    for (int i = 0; i < asked.size(); i++) {
      long begin = asked.get(i);
      long end = i + 1 < asked.size() ? asked.get(i + 1) : toNanos;
      if (begin - fromNanos >= 0 && begin - toNanos < 0 && repliers(begin, end).size() > 1) {
        several++;
      }
    }
    return several * Inquirer.INTERVAL_MILLIS;
  }

  /** The nodes that replied to ARP from one moment until before another. */
  public SortedSet<String> repliers(long fromNanos, long toNanos) {
    SortedSet<String> nodes = new TreeSet<>();
    framesOf(node -> true)
        .filter(frame -> !frame.gratuitous())
        .filter(frame -> frame.nanos() - fromNanos >= 0 && frame.nanos() - toNanos < 0)
        .forEach(frame -> nodes.add(nodeOf(frame.mac())));
    return nodes;
  }

  /**
   * How often another node than {@code owner} announced the IP, or answered the client, although
   * the last to do so was {@code owner}; from {@code fromNanos} until before {@code toNanos}.
   */
  public int departuresFrom(String owner, long fromNanos, long toNanos) {
    record Sign(long nanos, String node) {}
    List<Sign> signs =
        Stream.concat(
                framesOf(node -> true)
                    .filter(WireFrame::gratuitous)
                    .map(frame -> new Sign(frame.nanos(), nodeOf(frame.mac()))),
                answers(node -> true).map(answer -> new Sign(answer.nanos(), answer.node())))
            .filter(sign -> sign.nanos() - fromNanos >= 0 && sign.nanos() - toNanos < 0)
            .sorted((a, b) -> Long.signum(a.nanos() - b.nanos()))
            .toList();
    int departures = 0;
    String last = owner;
    for (Sign sign : signs) {
      if (last.equals(owner) && !sign.node().equals(owner)) {
        departures++;
      }
      last = sign.node();
    }
    return departures;
  }

  private Stream<Probe> probesWithin(long fromNanos, long toNanos) {
    return probes.stream()
        .filter(probe -> probe.sentNanos() - fromNanos >= 0 && probe.sentNanos() - toNanos < 0);
  }

  private Stream<Probe.Answer> answers(Predicate<String> wanted) {
    return probes.stream()
        .flatMap(probe -> probe.answer().stream())
        .filter(answer -> wanted.test(answer.node()));
  }

  private Stream<WireFrame> framesOf(Predicate<String> wanted) {
    return frames.stream().filter(frame -> wanted.test(nodeOf(frame.mac())));
  }

  private String nodeOf(String mac) {
    return nodeOf.getOrDefault(mac, mac);
  }
}
