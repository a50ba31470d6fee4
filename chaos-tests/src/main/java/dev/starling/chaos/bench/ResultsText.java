package dev.starling.chaos.bench;

import dev.starling.chaos.measure.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Results as tables of plain text, for a person. */
final class ResultsText {
  private ResultsText() {}

  /** All tables, line by line. */
  static List<String> lines(Results results) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT, "%s; %d nodes, one IPv4 service IP", results.machine(), results.nodes()));
    results.versions().forEach((name, version) -> lines.add("  " + name + ": " + version));
    if (!results.samples().isEmpty()) {
      lines.addAll(faults(results));
    }
    if (!results.costs().isEmpty()) {
      lines.addAll(costs(results));
    }
    if (!results.strains().isEmpty()) {
      lines.addAll(strains(results));
    }
    if (!results.failures().isEmpty()) {
      lines.addAll(List.of("", "Not measured:"));
      results.failures().forEach(failure -> lines.add("  " + failure));
    }
    return lines;
  }

  private static List<String> faults(Results results) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "",
            "Milliseconds from the fault to the new owner's first frame and the client's first"
                + " reply from it;",
            "probes lost, of 200 a second; for how long several nodes answered, in ms, until the"
                + " fault was mended (and after)",
            "%-10s%-18s%5s%9s%9s%9s%9s%9s%9s%7s%7s%11s"
                .formatted(
                    "fault", "product", "runs", "frame", "p90", "p99", "max", "reply", "max",
                    "lost", "max", "several")));
    for (BenchFault fault : results.faults()) {
      for (String product : results.products()) {
        Cell cell = results.cell(product, fault);
        if (cell.runs() > 0) {
          lines.add(line(cell));
        }
      }
    }
    return lines;
  }

  private static String line(Cell cell) {
    Distribution frame = cell.firstFrameMillis();
    Distribution reply = cell.firstReplyMillis();
    return String.format(
        Locale.ROOT,
        "%-10s%-18s%5d%9s%9s%9s%9s%9s%9s%7s%7s%11s",
        cell.fault().word(),
        cell.product(),
        cell.runs(),
        text(frame.percentile(50)),
        text(frame.percentile(90)),
        text(frame.percentile(99)),
        text(frame.max()),
        text(reply.percentile(50)),
        text(reply.max()),
        whole(cell.lostProbes().percentile(50)),
        whole(cell.lostProbes().max()),
        whole(cell.severalAnswerMillis().percentile(50))
            + (cell.fault() == BenchFault.RETURN || cell.fault() == BenchFault.SIGTERM
                ? ""
                : " (" + whole(cell.severalAnswerMillisAfter().percentile(50)) + ")"));
  }

  private static List<String> costs(Results results) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "",
            "Idle, per node: mean (highest)",
            "%-18s%22s%18s%20s%20s"
                .formatted("product", "CPU, % of a core", "RSS, MiB", "frames/s out", "in")));
    for (Cost cost : results.costs()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-18s%22s%18s%20s%20s",
              cost.product(),
              pair(cost.mean(Cost.PerNode::cpuPercent), cost.max(Cost.PerNode::cpuPercent)),
              pair(cost.mean(Cost.PerNode::residentMib), cost.max(Cost.PerNode::residentMib)),
              pair(cost.mean(Cost.PerNode::sentPerSecond), cost.max(Cost.PerNode::sentPerSecond)),
              pair(
                  cost.mean(Cost.PerNode::receivedPerSecond),
                  cost.max(Cost.PerNode::receivedPerSecond))));
    }
    return lines;
  }

  private static List<String> strains(Results results) {
    List<String> lines = new ArrayList<>();
    lines.addAll(List.of("", "Every core taken by busy loops, nothing broken"));
    for (Strain strain : results.strains()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-18s%3d false failovers in %.1f minutes (%d busy loops), %d of %d probes lost",
              strain.product(),
              strain.falseFailovers(),
              strain.minutes(),
              strain.busyLoops(),
              strain.lostProbes(),
              strain.probes()));
    }
    return lines;
  }

  private static String pair(double mean, double max) {
    return String.format(Locale.ROOT, "%.1f (%.1f)", mean, max);
  }

  private static String text(@Nullable Double millis) {
    return millis == null ? "none" : String.format(Locale.ROOT, "%.1f", millis);
  }

  private static String whole(@Nullable Double count) {
    return count == null ? "none" : String.format(Locale.ROOT, "%.0f", count);
  }
}
