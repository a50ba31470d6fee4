package dev.starling.chaos.show;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The story of one fault as a table: a row for each phase, a column for each family. */
public final class Timeline {
  private static final Locale ROOT = Locale.ROOT;
  private static final String HEAD = "  %-14s %9s %9s";
  private static final String ROW = HEAD + "   %s";

  private record Phase(String name, @Nullable Double ipv4, @Nullable Double ipv6, String note) {
    @Nullable Double moment() {
      return ipv4 == null ? ipv6 : ipv4;
    }
  }

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
    List<String> lines = new ArrayList<>();
    lines.add(screen.dim(String.format(ROOT, HEAD, "ms after fault", "IPv4", "IPv6")));
    if (ipv4.newOwner() == null || ipv6.newOwner() == null) {
      lines.add("  " + screen.bad("nobody took over within the time"));
    }
    // In the order in which it happened: in a planned move the frame comes before the view.
    phases().stream()
        .sorted(Comparator.comparing(Phase::moment, Comparator.nullsLast(Double::compare)))
        .map(this::row)
        .forEach(lines::add);
    lines.add(lostRow("lost probes", ipv4.lostProbes(), ipv6.lostProbes(), probesNote()));
    if (ipv4.home().joinedMillis() != null) {
      lines.add(
          row(
              new Phase(
                  "joined again",
                  ipv4.home().joinedMillis(),
                  ipv6.home().joinedMillis(),
                  "from the exec of its new speaker to a view of all")));
    }
    lines.add(
        row(
            new Phase(
                "home again",
                ipv4.home().millis(),
                ipv6.home().millis(),
                "after mending, %s alone speaks for them".formatted(ipv4.victim()))));
    if (ipv4.home().lostProbes() + ipv6.home().lostProbes() > 0) {
      lines.add(
          lostRow(
              "lost by that",
              ipv4.home().lostProbes(),
              ipv6.home().lostProbes(),
              "probes lost on the way home"));
    }
    steps(ipv4.millis()).map(screen::dim).ifPresent(lines::add);
    return lines;
  }

  private List<Phase> phases() {
    Millis a = ipv4.millis();
    Millis b = ipv6.millis();
    String victim = String.valueOf(ipv4.victim());
    String heir = String.valueOf(ipv4.newOwner());
    return List.of(
        new Phase("suspected", a.suspected(), b.suspected(), "enough others miss " + victim),
        new Phase("view", a.view(), b.view(), "the speakers agree on a group without " + victim),
        new Phase(
            "first frame", a.firstFrame(), b.firstFrame(), heir + " announces the service IPs"),
        new Phase("first reply", a.firstReply(), b.firstReply(), heir + " answers the client"));
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

  private String row(Phase phase) {
    boolean happened = phase.ipv4() != null || phase.ipv6() != null;
    return String.format(
            ROOT,
            ROW,
            phase.name(),
            number(phase.ipv4()),
            number(phase.ipv6()),
            screen.dim(happened ? phase.note() : "did not happen"))
        .stripTrailing();
  }

  private String lostRow(String title, int a, int b, String note) {
    String numbers = String.format(Locale.ROOT, "%9d %9d", a, b);
    return "  %-14s %s   %s"
        .formatted(title, a + b == 0 ? screen.good(numbers) : numbers, screen.dim(note));
  }

  /** Where the time went, of a failover that had every phase in its order. */
  private static Optional<String> steps(Millis millis) {
    Double suspected = millis.suspected();
    Double view = millis.view();
    Double frame = millis.firstFrame();
    Double reply = millis.firstReply();
    if (suspected == null || view == null || frame == null || reply == null) {
      return Optional.empty();
    }
    if (suspected > view || view > frame || frame > reply) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            ROOT,
            "  where the time went: %.1f to notice, %.1f to agree, %.1f to announce,"
                + " %.1f to reach the client",
            suspected,
            view - suspected,
            frame - view,
            reply - frame));
  }

  static String number(@Nullable Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, "%.1f", value);
  }
}
