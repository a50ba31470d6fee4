package dev.starling.chaos.scale;

import dev.starling.chaos.Lab;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.measure.KernelCounts;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.nodes.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * What speakers do while nothing happens.
 *
 * @param seconds how long that was
 * @param cpuPercent of one core, for each speaker: the median
 * @param cpuMostPercent the same: the busiest
 * @param machinePercent how busy all cores were, whatever with
 * @param framesPerSecond sent by each node: the median
 * @param kilobytesPerSecond sent by each node: the median
 * @param suspicions members suspected, in all logs
 * @param views views installed, in all logs
 */
public record Quiet(
    double seconds,
    double cpuPercent,
    double cpuMostPercent,
    double machinePercent,
    double framesPerSecond,
    double kilobytesPerSecond,
    long suspicions,
    long views) {

  /** Watches for {@code seconds}. */
  static Quiet watch(Lab lab, int seconds) {
    List<String> nodes = lab.plan().nodes();
    long begun = System.nanoTime();
    double busy = KernelCounts.busySeconds();
    List<Double> cpu = cpu(lab);
    List<KernelCounts.Traffic> traffic =
        KernelCounts.traffic(lab.network().switchNamespace(), nodes);
    Patience.pause(seconds * 1_000L);
    List<KernelCounts.Traffic> later = KernelCounts.traffic(lab.network().switchNamespace(), nodes);
    List<Double> cpuLater = cpu(lab);
    double passed = (System.nanoTime() - begun) / 1e9;
    double cores = Runtime.getRuntime().availableProcessors();
    List<Double> shares = new ArrayList<>();
    List<Double> frames = new ArrayList<>();
    List<Double> kilobytes = new ArrayList<>();
    for (int index = 0; index < nodes.size(); index++) {
      shares.add((cpuLater.get(index) - cpu.get(index)) / passed * 100);
      KernelCounts.Traffic added = later.get(index).minus(traffic.get(index));
      frames.add(added.sent() / passed);
      kilobytes.add(added.sentBytes() / passed / 1_000);
    }
    return new Quiet(
        passed,
        Distribution.of(shares).median(),
        Distribution.of(shares).most(),
        (KernelCounts.busySeconds() - busy) / passed / cores * 100,
        Distribution.of(frames).median(),
        Distribution.of(kilobytes).median(),
        count(lab, begun, event -> event.name().equals("suspected")),
        count(lab, begun, event -> !event.members().isEmpty()));
  }

  /** In words, for a line of progress. */
  String story() {
    return String.format(
        Locale.ROOT,
        "quiet %.0f s: CPU %.2f %% each (most %.2f), machine %.0f %%, %.0f frames and %.1f kB a"
            + " second each, %d suspicions, %d views",
        seconds,
        cpuPercent,
        cpuMostPercent,
        machinePercent,
        framesPerSecond,
        kilobytesPerSecond,
        suspicions,
        views);
  }

  private static List<Double> cpu(Lab lab) {
    return lab.plan().nodes().stream()
        .map(node -> KernelCounts.cpuSeconds(lab.speaker(node).processId()))
        .toList();
  }

  private static long count(Lab lab, long since, Predicate<LogEvent> wanted) {
    return lab.plan().nodes().stream()
        .flatMap(node -> lab.speaker(node).log().eventsSince(since).stream())
        .filter(wanted)
        .count();
  }
}
