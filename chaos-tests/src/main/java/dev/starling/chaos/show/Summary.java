package dev.starling.chaos.show;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Family;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Report;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;

/** The table at the end: medians of every fault and family; lost probes with the most behind. */
public final class Summary {
  private static final DecimalFormatSymbols ROOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

  private Summary() {}

  /** The table's lines. */
  public static List<String> lines(Screen screen, Report report) {
    List<String> lines = new ArrayList<>();
    lines.add(
        screen.dim(
            "  %-9s %-6s %10s %10s %12s %12s %12s %11s"
                .formatted(
                    "fault",
                    "family",
                    "suspected",
                    "view",
                    "first frame",
                    "first reply",
                    "lost probes",
                    "home again")));
    for (Fault fault : report.faults()) {
      for (Family family : Family.values()) {
        lines.add(line(report, fault, family));
      }
    }
    return lines;
  }

  private static String line(Report report, Fault fault, Family family) {
    List<Failover> runs = report.of(fault, family);
    Millis median = report.median(fault, family);
    return "  %-9s %-6s %10s %10s %12s %12s %12s %11s"
        .formatted(
            fault.word(),
            family.title(),
            Timeline.number(median.suspected()),
            Timeline.number(median.view()),
            Timeline.number(median.firstFrame()),
            Timeline.number(median.firstReply()),
            lost(runs),
            Timeline.number(Millis.median(runs.stream().map(run -> run.home().millis()))));
  }

  /** The median, and behind it the most where runs differ. */
  private static String lost(List<Failover> runs) {
    IntSummaryStatistics all = runs.stream().mapToInt(Failover::lostProbes).summaryStatistics();
    Double median = Millis.median(runs.stream().map(run -> (double) run.lostProbes()));
    String text = new DecimalFormat("0.#", ROOT).format(median);
    return all.getMin() == all.getMax() ? text : text + " (" + all.getMax() + ")";
  }
}
