package dev.starling.chaos.show;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Family;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Report;
import java.util.ArrayList;
import java.util.List;

/** The table at the end: medians of every fault and family. */
public final class Summary {
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
            Timeline.number(Millis.median(runs.stream().map(run -> (double) run.lostProbes()))),
            Timeline.number(Millis.median(runs.stream().map(run -> run.home().millis()))));
  }
}
