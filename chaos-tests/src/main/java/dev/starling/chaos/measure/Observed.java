package dev.starling.chaos.measure;

import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.WireFrame;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything seen of one service IP from a fault on, and the questions to it. All moments are of
 * one monotonic clock.
 *
 * @param victim the node that owned the service IP and that the fault hit
 * @param nodeOf the node of each hardware address
 * @param frames the claims on the client's cable, oldest first
 * @param probes the client's probes, oldest first
 * @param events the log of each node
 */
public record Observed(
    String victim,
    SortedMap<String, String> nodeOf,
    List<WireFrame> frames,
    List<Probe> probes,
    SortedMap<String, List<LogEvent>> events) {

  /** The node that took over: the first other one to announce the IP, or else to reply. */
  public @Nullable String newOwner(long sinceNanos) {
    return Stream.concat(
            announcements(sinceNanos).map(frame -> nodeOf(frame.mac())),
            answers(sinceNanos).map(Probe.Answer::node))
        .filter(node -> !node.equals(victim))
        .findFirst()
        .orElse(null);
  }

  /** The phases of the failover from the victim to {@code newOwner}. */
  public Millis phases(long faultNanos, String newOwner) {
    return new Millis(
        firstEvent(faultNanos, newOwner, event -> event.suspects(victim)),
        firstEvent(faultNanos, newOwner, event -> event.installsViewWithout(victim)),
        announcements(faultNanos)
            .filter(frame -> nodeOf(frame.mac()).equals(newOwner))
            .map(frame -> Millis.between(faultNanos, frame.nanos()))
            .findFirst()
            .orElse(null),
        answers(faultNanos)
            .filter(answer -> answer.node().equals(newOwner))
            .map(answer -> Millis.between(faultNanos, answer.nanos()))
            .min(Double::compare)
            .orElse(null));
  }

  /**
   * How long after {@code mendedNanos} the victim had the service IP for itself again: its first
   * announcement after the last frame of any other node; null if it has not.
   */
  public @Nullable Double home(long mendedNanos) {
    long lastOther =
        frames.stream()
            .filter(frame -> frame.nanos() - mendedNanos >= 0)
            .filter(frame -> !nodeOf(frame.mac()).equals(victim))
            .mapToLong(WireFrame::nanos)
            .reduce(mendedNanos, (a, b) -> b - a > 0 ? b : a);
    return announcements(lastOther)
        .filter(frame -> nodeOf(frame.mac()).equals(victim))
        .map(frame -> Millis.between(mendedNanos, frame.nanos()))
        .findFirst()
        .orElse(null);
  }

  /** How many probes were sent from one moment until before another. */
  public int sent(long fromNanos, long toNanos) {
    return (int) probes.stream().filter(sentWithin(fromNanos, toNanos)).count();
  }

  /** How many of {@link #sent} have no reply. */
  public int lost(long fromNanos, long toNanos) {
    return (int)
        probes.stream()
            .filter(sentWithin(fromNanos, toNanos))
            .filter(probe -> probe.answer().isEmpty())
            .count();
  }

  private static Predicate<Probe> sentWithin(long fromNanos, long toNanos) {
    return probe -> probe.sentNanos() - fromNanos >= 0 && probe.sentNanos() - toNanos < 0;
  }

  private Stream<WireFrame> announcements(long sinceNanos) {
    return frames.stream()
        .filter(WireFrame::gratuitous)
        .filter(frame -> frame.nanos() - sinceNanos >= 0);
  }

  private Stream<Probe.Answer> answers(long sinceNanos) {
    return probes.stream()
        .flatMap(probe -> probe.answer().stream())
        .filter(answer -> answer.nanos() - sinceNanos >= 0);
  }

  private @Nullable Double firstEvent(long since, String node, Predicate<LogEvent> wanted) {
    return events.getOrDefault(node, List.of()).stream()
        .filter(event -> event.nanos() - since >= 0)
        .filter(wanted)
        .map(event -> Millis.between(since, event.nanos()))
        .findFirst()
        .orElse(null);
  }

  private String nodeOf(String mac) {
    return nodeOf.getOrDefault(mac, mac);
  }
}
