package dev.starling.chaos.scale;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Observed;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.LogEvent;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A lab with many speakers, started a few at a time. */
public final class Crowd implements AutoCloseable {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(20);
  private static final int AT_ONCE = 4;
  private static final int LOOK_MILLIS = 50;
  private static final int AFTERMATH_MILLIS = 500;

  private final Lab lab;
  private final double joinedSeconds;

  /** Builds the lab of {@code setup} and waits, {@code limit} at most, until it is steady. */
  public Crowd(LabSetup setup, Duration limit) {
    this.lab = new Lab(setup);
    try {
      long begun = System.nanoTime();
      start(begun, limit);
      Set<String> all = new HashSet<>(lab.plan().nodes());
      awaitAll(begun, limit, all);
      joinedSeconds = (System.nanoTime() - begun) / 1e9;
      Steadiness.await(lab);
    } catch (RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  /** The lab. */
  public Lab lab() {
    return lab;
  }

  /** From the first exec until a view of all was in force at all; at most four started at once. */
  public double joinedSeconds() {
    return joinedSeconds;
  }

  /** The median of the memory of all speakers, in MB. */
  public double residentMegabytes() {
    return Distribution.of(
            lab.plan().nodes().stream()
                .map(node -> lab.speaker(node).residentKib() / 1024.0)
                .toList())
        .median();
  }

  /** The owner loses power; measured; it comes back, and all is steady. */
  public Millis powerOff() {
    String owner = lab.plan().firstOwner();
    String ip = lab.plan().ipv4();
    long cause;
    try (Command cable = lab.network().armPorts()) {
      Patience.pause(AFTERMATH_MILLIS);
      cause = cable.fire(Network.cut(owner));
      lab.speaker(owner).end(Posix.SIGKILL);
      cable.finish();
    }
    Patience.within(TAKEOVER_LIMIT, () -> observed(owner, ip, cause).newOwner(cause) != null);
    Patience.pause(AFTERMATH_MILLIS);
    Observed observed = observed(owner, ip, cause);
    String heir = observed.newOwner(cause);
    Millis millis = heir == null ? Millis.NONE : observed.phases(cause, heir);
    lab.network().heal();
    lab.speaker(owner).awaitEnd(EXIT_LIMIT);
    lab.speaker(owner).startAgain();
    Steadiness.await(lab);
    return millis;
  }

  @Override
  public void close() {
    lab.close();
  }

  private void start(long begun, Duration limit) {
    Set<String> starting = new HashSet<>();
    for (String node : lab.plan().nodes()) {
      lab.startSpeaker(node);
      starting.add(node);
      while (starting.size() >= AT_ONCE) {
        starting.removeIf(each -> views(each, begun).findAny().isPresent());
        look(begun, limit);
      }
    }
  }

  private void awaitAll(long begun, Duration limit, Set<String> all) {
    Set<String> waiting = new HashSet<>(all);
    while (!waiting.isEmpty()) {
      waiting.removeIf(
          node -> views(node, begun).anyMatch(members -> new HashSet<>(members).equals(all)));
      look(begun, limit);
    }
  }

  private void look(long begun, Duration limit) {
    lab.checkAlive();
    if (System.nanoTime() - begun > limit.toNanos()) {
      throw new LabException(
          "no view of all after " + limit.toSeconds() + " s:" + Steadiness.describe(lab));
    }
    Patience.pause(LOOK_MILLIS);
  }

  private Stream<List<String>> views(String node, long since) {
    return lab.speaker(node).log().eventsSince(since).stream()
        .map(LogEvent::members)
        .filter(members -> !members.isEmpty());
  }

  private Observed observed(String owner, String ip, long since) {
    SortedMap<String, String> nodeOf = new TreeMap<>();
    SortedMap<String, List<LogEvent>> events = new TreeMap<>();
    for (String node : lab.plan().nodes()) {
      nodeOf.put(Plan.macOf(node), node);
      events.put(node, lab.speaker(node).log().eventsSince(since));
    }
    return new Observed(
        owner,
        nodeOf,
        lab.capture().since(since).stream().filter(frame -> frame.ip().equals(ip)).toList(),
        lab.prober().log(ip).since(since),
        events);
  }
}
