package dev.starling.chaos.kube.lab;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.show.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a lab on Kubernetes has measured, as lines for people. */
final class KubeStory {
  private static final String HEAD = "  %-16s %9s %9s";
  private static final int LOG_LINES = 8;

  private final Screen screen;

  /** Lines in the style of {@code screen}. */
  KubeStory(Screen screen) {
    this.screen = screen;
  }

  /** The headline of an experiment. */
  String title(String word, String what, String count) {
    return "%n%s%s: %s".formatted(screen.bold(word), count, what);
  }

  /** How everything came up. */
  String start(KubeFigures.Start start, boolean ownPools) {
    return String.format(
        Locale.ROOT,
        "The cluster was ready after %.1f s; %.1f s later a speaker from the image was ready on"
            + " each node:%n  kubectl apply --server-side -k kustomize/overlays/%s",
        start.clusterMillis() / 1000,
        start.rolloutMillis() / 1000,
        ownPools ? "own    (dev, with pools of its own)" : "dev");
  }

  /** How a Service got its IPs. */
  String assigned(List<KubeFigures.Assigned> both) {
    List<String> lines = new ArrayList<>();
    lines.add(title("IP", "written into the status of a Service of type LoadBalancer", ""));
    lines.add(head("ms after that", both.stream().map(KubeFigures.Assigned::ip).toList()));
    KubeFigures.Assigned a = both.getFirst();
    KubeFigures.Assigned b = both.getLast();
    String note = a.owner() + " announces it; kubectl's own time is in it";
    lines.add(row("first frame", number(a.firstFrame()), number(b.firstFrame()), note));
    lines.add(row("first reply", number(a.firstReply()), number(b.firstReply()), "the client's"));
    return String.join("\n", lines);
  }

  /** What a node without power did to the client. */
  String outage(KubeFigures.Outage outage, String balancedIp) {
    KubeFigures.Takeover a = outage.takeovers().getFirst();
    KubeFigures.Takeover b = outage.takeovers().getLast();
    List<String> lines = new ArrayList<>();
    lines.add(head("ms after the cut", List.of("IPv4", "IPv6")));
    String heir = String.valueOf(a.newOwner());
    lines.add(
        row(
            "first frame",
            number(a.firstFrame()),
            number(b.firstFrame()),
            heir + " announces the service IPs"));
    lines.add(
        row("first reply", number(a.firstReply()), number(b.firstReply()), heir + " answers"));
    lines.add(row("client's gap", number(a.gap()), number(b.gap()), "without reply"));
    lines.add(row("lost probes", count(a.lostProbes()), count(b.lostProbes()), ""));
    lines.add(screen.dim("  kubectl logs of the speaker on " + heir + ":"));
    outage.log().stream().limit(LOG_LINES).forEach(line -> lines.add("    " + line));
    lines.add(balanced(outage, balancedIp));
    lines.add(screen.dim("  " + outage.victim() + " has its power back"));
    lines.add(row("node ready", number(outage.ready()), "", "ms after that"));
    lines.add(
        row("home again", number(a.home()), number(b.home()), outage.victim() + " speaks alone"));
    lines.add(row("lost probes", count(a.lostByHome()), count(b.lostByHome()), "on the way home"));
    return String.join("\n", lines);
  }

  private String balanced(KubeFigures.Outage outage, String ip) {
    KubeFigures.Balanced found = outage.balanced();
    if (found.lastFailed() == null) {
      return "  Connections that kube-proxy balances (%s): none failed after the move."
          .formatted(ip);
    }
    return String.format(
        Locale.ROOT,
        "  Connections that kube-proxy balances over all nodes (%s): after the move %d of %d%n"
            + "  failed, those to the dead endpoint, the last %.1f s after the cut. The control"
            + " plane%n  found the node not ready after %s s, which is set to 8 s here; 40 or 50"
            + " are usual.",
        ip,
        found.failed(),
        found.connections(),
        found.lastFailed() / 1000,
        found.notReady() == null
            ? "–"
            : String.format(Locale.ROOT, "%.1f", found.notReady() / 1000));
  }

  /** What a new key did to the client. */
  String rotation(KubeFigures.Rotation rotation) {
    List<String> lines = new ArrayList<>();
    lines.add(
        row(
            "all hold it",
            number(rotation.millis()),
            "",
            String.format(
                Locale.ROOT,
                "ms after kubectl apply, which itself took %.0f; %s instead of %s",
                rotation.kubectlMillis(),
                rotation.to(),
                rotation.from())));
    lines.add(row("view changes", count(rotation.views()), "", ""));
    lines.add(
        row(
            "lost probes",
            count(rotation.lostProbes().getFirst()),
            count(rotation.lostProbes().getLast()),
            "IPv4 and IPv6"));
    return String.join("\n", lines);
  }

  /** What several runs have in common. */
  String medians(Millis medians) {
    return "%n%s first frame %s ms, first reply %s ms after the cut, both families"
        .formatted(
            screen.bold("medians:"), number(medians.firstFrame()), number(medians.firstReply()));
  }

  private String head(String title, List<String> columns) {
    return screen.dim(
        String.format(Locale.ROOT, HEAD, title, columns.getFirst(), columns.getLast()));
  }

  private String row(String name, String a, String b, String note) {
    return (String.format(Locale.ROOT, HEAD, name, a, b) + "   " + screen.dim(note))
        .stripTrailing();
  }

  private static String number(@Nullable Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String count(int value) {
    return Integer.toString(value);
  }
}
