package dev.starling.chaos.show;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The story of one fault as a table: a row for each phase, a column for each family. */
public final class Timeline {
  private static final int BAR_COLUMNS = 60;

  private final Screen screen;
  private final Failover ipv4;
  private final Failover ipv6;

  /** The table of the two results of one experiment. */
  public Timeline(Screen screen, Failover ipv4, Failover ipv6) {
    this.screen = screen;
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
  }

  /** The table's lines. */
  public List<String> lines() {
    if (ipv4.fault() == Fault.NONE) {
      return control();
    }
    String victim = String.valueOf(ipv4.victim());
    String heir = ipv4.newOwner() == null ? "nobody" : ipv4.newOwner();
    Millis a = ipv4.millis();
    Millis b = ipv6.millis();
    List<String> lines = new ArrayList<>();
    lines.add(screen.dim("  %-14s %9s %9s".formatted("ms after fault", "IPv4", "IPv6")));
    lines.add(row("suspected", a.suspected(), b.suspected(), "enough others miss " + victim));
    lines.add(row("view", a.view(), b.view(), "the speakers agree: " + victim + " is gone"));
    lines.add(
        row("first frame", a.firstFrame(), b.firstFrame(), heir + " announces the service IP"));
    lines.add(row("first reply", a.firstReply(), b.firstReply(), heir + " answers the client"));
    lines.add(lostRow("lost probes", ipv4.lostProbes(), ipv6.lostProbes(), probesNote()));
    lines.add(
        row(
            "home again",
            ipv4.home().millis(),
            ipv6.home().millis(),
            "after mending, %s alone speaks for it".formatted(victim)));
    if (ipv4.home().lostProbes() + ipv6.home().lostProbes() > 0) {
      lines.add(
          lostRow(
              "  lost by that",
              ipv4.home().lostProbes(),
              ipv6.home().lostProbes(),
              "probes lost on the way back"));
    }
    bar(a).ifPresent(lines::add);
    return lines;
  }

  private List<String> control() {
    boolean quiet = ipv4.newOwner() == null && ipv6.newOwner() == null;
    String owner =
        quiet ? screen.good("the owner stayed") : screen.bad("an owner changed without a reason");
    return List.of(
        "  " + owner, lostRow("lost probes", ipv4.lostProbes(), ipv6.lostProbes(), probesNote()));
  }

  private String probesNote() {
    return String.format(Locale.ROOT, "of %d and %d", ipv4.probes(), ipv6.probes());
  }

  private String row(String phase, @Nullable Double a, @Nullable Double b, String note) {
    return "  %-14s %9s %9s   %s"
        .formatted(phase, number(a), number(b), screen.dim(a == null && b == null ? "" : note))
        .stripTrailing();
  }

  private String lostRow(String title, int a, int b, String note) {
    String numbers = String.format(Locale.ROOT, "%9d %9d", a, b);
    return "  %-14s %s   %s"
        .formatted(title, a + b == 0 ? screen.good(numbers) : numbers, screen.dim(note));
  }

  /** The phases of IPv4 to scale, or nothing where there is no first reply. */
  private Optional<String> bar(Millis millis) {
    Double end = millis.firstReply();
    if (end == null || end <= 0) {
      return Optional.empty();
    }
    StringBuilder bar = new StringBuilder("─".repeat(BAR_COLUMNS));
    mark(bar, millis.suspected(), end, 's');
    mark(bar, millis.view(), end, 'v');
    mark(bar, millis.firstFrame(), end, 'f');
    bar.setCharAt(BAR_COLUMNS - 1, 'r');
    return Optional.of("  0 " + bar + " " + number(end) + " ms");
  }

  private static void mark(StringBuilder bar, @Nullable Double at, double end, char letter) {
    if (at != null) {
      int column = (int) Math.clamp(at / end * (BAR_COLUMNS - 1), 0, BAR_COLUMNS - 1);
      bar.setCharAt(column, letter);
    }
  }

  static String number(@Nullable Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, "%.1f", value);
  }
}
