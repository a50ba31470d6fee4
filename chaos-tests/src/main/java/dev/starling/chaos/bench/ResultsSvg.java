package dev.starling.chaos.bench;

import dev.starling.chaos.measure.Distribution;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Results as one picture (SVG 1.1): for each fault a group, for each product a row in it, on a
 * logarithmic axis from the fault to the new owner's first frame. A dot is the median, a tick the
 * 90th percentile, a bar the worst. Every figure also stands there as text, so that nothing depends
 * on seeing colours; light or dark follows the reader's setting.
 */
final class ResultsSvg {
  private static final int WIDTH = 900;
  private static final int LABELS = 24;
  private static final int PLOT_LEFT = 190;
  private static final int PLOT_RIGHT = 610;
  private static final int MEDIAN_RIGHT = 690;
  private static final int WORST_RIGHT = 770;
  private static final int LOST_RIGHT = 876;
  private static final int TOP = 112;
  private static final int ROW = 18;
  private static final int GROUP_GAP = 14;
  private static final int BOTTOM = 58;

  private static final String STYLE =
      """
      <style>
        svg { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
        .ground { fill: #ffffff; }
        text { fill: #1f2328; }
        .title { font-size: 17px; font-weight: 600; }
        .group { font-weight: 600; }
        .soft { fill: #59636e; }
        .end { text-anchor: end; font-variant-numeric: tabular-nums; }
        .mid { text-anchor: middle; }
        .grid { stroke: #d1d9e0; }
        .mark { stroke-width: 2; }
        .p0 { fill: #0550ae; stroke: #0550ae; }
        .p1 { fill: #bc4c00; stroke: #bc4c00; }
        .p2 { fill: #6e40c9; stroke: #6e40c9; }
        .p3 { fill: #116329; stroke: #116329; }
        text.p0, text.p1, text.p2, text.p3 { stroke: none; }
        @media (prefers-color-scheme: dark) {
          .ground { fill: #0d1117; }
          text { fill: #e6edf3; }
          .soft { fill: #9198a1; }
          .grid { stroke: #30363d; }
          .p0 { fill: #79c0ff; stroke: #79c0ff; }
          .p1 { fill: #ffa657; stroke: #ffa657; }
          .p2 { fill: #d2a8ff; stroke: #d2a8ff; }
          .p3 { fill: #7ee787; stroke: #7ee787; }
        }
      </style>
      """;

  private static final int COLOURS = 4;

  private final Results results;
  private final List<Cell> cells;
  private final double firstDecade;
  private final double lastDecade;
  private final StringBuilder out = new StringBuilder();

  private ResultsSvg(Results results) {
    this.results = results;
    this.cells =
        results.faults().stream()
            .flatMap(f -> results.products().stream().map(p -> results.cell(p, f)))
            .filter(cell -> cell.runs() > 0)
            .toList();
    List<Double> values =
        cells.stream()
            .map(Cell::firstFrameMillis)
            .flatMap(times -> times.sorted().stream())
            .map(value -> Math.max(value, 1.0))
            .sorted()
            .toList();
    this.firstDecade = values.isEmpty() ? 0 : Math.floor(Math.log10(values.getFirst()));
    this.lastDecade =
        values.isEmpty() ? 4 : Math.max(firstDecade + 1, Math.ceil(Math.log10(values.getLast())));
  }

  /** The picture. */
  static String of(Results results) {
    return new ResultsSvg(results).draw();
  }

  private String draw() {
    int groups = results.faults().size();
    int bottom = TOP + groups * (ROW + GROUP_GAP) + cells.size() * ROW;
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" role=\"img\" aria-labelledby=\"title desc\">%n",
            WIDTH,
            bottom + BOTTOM,
            WIDTH,
            bottom + BOTTOM));
    out.append("<title id=\"title\">Failover of a service IP: ")
        .append(escape(String.join(", ", results.products())))
        .append("</title>\n<desc id=\"desc\">")
        .append(escape(description()))
        .append("</desc>\n")
        .append(STYLE);
    out.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"ground\" width=\"%d\" height=\"%d\"/>%n",
            WIDTH,
            bottom + BOTTOM));
    head();
    axis(bottom);
    rows();
    out.append("</svg>\n");
    return out.toString();
  }

  private void head() {
    text(LABELS, 34, "title", "From the fault to the new owner's first frame");
    text(LABELS, 56, "soft", description());
    text(LABELS, 76, "soft", "dot: median, tick: 90th percentile, bar: worst; logarithmic");
    text(MEDIAN_RIGHT, TOP - 12, "soft end", "median");
    text(WORST_RIGHT, TOP - 12, "soft end", "worst");
    text(LOST_RIGHT, TOP - 12, "soft end", "lost (worst)");
  }

  private String description() {
    int runs = cells.stream().mapToInt(Cell::runs).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "%d runs each, %d nodes, a client that asks 200 times a second; %s",
        runs,
        results.nodes(),
        results.machine());
  }

  private void axis(int bottom) {
    for (int decade = (int) firstDecade; decade <= (int) lastDecade; decade++) {
      double x = x(Math.pow(10, decade));
      out.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n",
              x,
              TOP - 4,
              x,
              bottom));
      text(x, bottom + 20, "soft mid", label(decade));
    }
    text(
        LABELS,
        bottom + 44,
        "soft",
        "kill, freeze: the host goes on forwarding. return: nobody waits, the other still serves.");
  }

  private void rows() {
    int y = TOP;
    for (BenchFault fault : results.faults()) {
      y += ROW;
      text(LABELS, y, "group", fault.word() + ": " + fault.title());
      for (String product : results.products()) {
        Cell cell = results.cell(product, fault);
        if (cell.runs() > 0) {
          y += ROW;
          row(cell, y, "p" + results.products().indexOf(product) % COLOURS);
        }
      }
      y += GROUP_GAP;
    }
  }

  private void row(Cell cell, int y, String colour) {
    Distribution times = cell.firstFrameMillis();
    text(LABELS + 12, y, colour, cell.product());
    double middle = y - 4.5;
    Double median = times.percentile(50);
    Double worst = times.max();
    if (median != null) {
      // What did not happen lies beyond the right end.
      double end = worst == null ? PLOT_RIGHT : x(worst);
      mark(colour, x(median), middle, end, middle);
      tick(colour, times.percentile(90), middle, 3.5);
      tick(colour, worst, middle, 6);
      out.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>%n",
              colour,
              x(median),
              middle));
    }
    text(MEDIAN_RIGHT, y, "end", time(median));
    text(WORST_RIGHT, y, "end", time(worst));
    text(
        LOST_RIGHT,
        y,
        "end",
        String.format(
            Locale.ROOT,
            "%s (%s)",
            count(cell.lostProbes().percentile(50)),
            count(cell.lostProbes().max())));
  }

  private void tick(String colour, @Nullable Double millis, double middle, double half) {
    if (millis != null) {
      mark(colour, x(millis), middle - half, x(millis), middle + half);
    }
  }

  private void mark(String colour, double x1, double y1, double x2, double y2) {
    out.append(
        String.format(
            Locale.ROOT,
            "<line class=\"mark %s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
            colour,
            x1,
            y1,
            x2,
            y2));
  }

  private void text(double x, double y, String style, String words) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
            style,
            x,
            y,
            escape(words)));
  }

  private double x(double millis) {
    double share = (Math.log10(Math.max(millis, 1.0)) - firstDecade) / (lastDecade - firstDecade);
    return PLOT_LEFT + share * (PLOT_RIGHT - PLOT_LEFT);
  }

  private static String label(int decade) {
    return decade < 3
        ? String.format(Locale.ROOT, "%.0f ms", Math.pow(10, decade))
        : String.format(Locale.ROOT, "%.0f s", Math.pow(10, decade - 3));
  }

  private static String time(@Nullable Double millis) {
    if (millis == null) {
      return "none";
    }
    return millis < 99.95
        ? String.format(Locale.ROOT, "%.1f ms", millis)
        : String.format(Locale.ROOT, "%.0f ms", millis);
  }

  private static String count(@Nullable Double count) {
    return count == null ? "none" : String.format(Locale.ROOT, "%.0f", count);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
