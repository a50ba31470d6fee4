package dev.starling.chaos.show;

import dev.starling.chaos.Lab;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.nodes.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The live part of the screen: who owns what, and how each node is. */
public final class Panel {
  private final Screen screen;
  private final Lab lab;

  /** A panel about {@code lab}. */
  public Panel(Screen screen, Lab lab) {
    this.screen = screen;
    this.lab = lab;
  }

  /** The panel as of now. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    for (String ip : lab.plan().serviceIps()) {
      String server = Steadiness.servedBy(lab, ip);
      lines.add(
          "  %-14s the client is answered by %s"
              .formatted(ip, server.equals("nobody") ? screen.bad(server) : screen.good(server)));
    }
    for (String node : lab.plan().nodes()) {
      lines.add("  " + node + "  " + describe(lab.status(node)));
    }
    return lines;
  }

  private String describe(Optional<NodeStatus> status) {
    if (status.isEmpty()) {
      return screen.bad("no answer");
    }
    NodeStatus seen = status.get();
    List<String> owned = lab.plan().serviceIps().stream().filter(seen::answersFor).toList();
    String state = "%-11s".formatted(seen.state());
    return String.format(
        Locale.ROOT,
        "%s sees %d of %d%s",
        seen.state().equals("ACTIVE") ? screen.good(state) : screen.bad(state),
        seen.members().size(),
        lab.plan().nodes().size(),
        owned.isEmpty() ? "" : "   ◀ owns " + screen.bold(String.join(" and ", owned)));
  }
}
