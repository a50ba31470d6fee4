package dev.starling.chaos;

import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.observe.Probe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether a lab is as it should be while every node is well: one view, one owner, all replies. */
public final class Steadiness {
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final long HOLD_NANOS = 1_000_000_000L;

  private Steadiness() {}

  /** Waits until {@code lab} has been steady for a second. */
  public static void await(Lab lab) {
    long[] since = {Long.MIN_VALUE};
    Patience.await(
        "one view of all nodes, and %s answering alone for one second"
            .formatted(lab.plan().firstOwner()),
        LIMIT,
        () -> {
          lab.checkAlive();
          long now = System.nanoTime();
          if (!isSteady(lab, now)) {
            since[0] = Long.MIN_VALUE;
          } else if (since[0] == Long.MIN_VALUE) {
            since[0] = now;
          }
          return since[0] != Long.MIN_VALUE && now - since[0] >= HOLD_NANOS;
        },
        () -> describe(lab));
  }

  /** What each node says of itself, a line for each, and who answers the client. */
  public static String describe(Lab lab) {
    String nodes =
        lab.plan().nodes().stream()
            .map(node -> describe(lab, node))
            .collect(Collectors.joining("\n  ", "\n  ", ""));
    String client =
        lab.plan().serviceIps().stream()
            .map(ip -> "%n  client: %s is served by %s".formatted(ip, servedBy(lab, ip)))
            .collect(Collectors.joining());
    return nodes + client;
  }

  /** The nodes that answered the client in the last 100 ms; "nobody" if none did. */
  public static String servedBy(Lab lab, String ip) {
    String nodes =
        lab.prober().log(ip).since(System.nanoTime() - 100_000_000L).stream()
            .flatMap(probe -> probe.answer().stream())
            .map(Probe.Answer::node)
            .distinct()
            .collect(Collectors.joining(", "));
    return nodes.isEmpty() ? "nobody" : nodes;
  }

  private static String describe(Lab lab, String node) {
    return lab.status(node)
        .map(
            status ->
                "%s: %s, view %s of %s, answers for %s"
                    .formatted(
                        node,
                        status.state(),
                        status.epoch(),
                        status.members(),
                        lab.plan().serviceIps().stream().filter(status::answersFor).toList()))
        .orElse(node + ": no status");
  }

  private static boolean isSteady(Lab lab, long now) {
    List<Optional<NodeStatus>> all = lab.plan().nodes().stream().map(lab::status).toList();
    boolean oneView =
        all.stream().allMatch(Optional::isPresent)
            && all.stream().flatMap(Optional::stream).map(NodeStatus::epoch).distinct().count() == 1
            && all.stream()
                .flatMap(Optional::stream)
                .allMatch(
                    status ->
                        status.state().equals("ACTIVE")
                            && new TreeSet<>(status.members())
                                .equals(new TreeSet<>(lab.plan().nodes())));
    return oneView
        && lab.plan().serviceIps().stream()
            .allMatch(ip -> isOwned(lab, ip) && serves(lab, ip, now));
  }

  private static boolean isOwned(Lab lab, String ip) {
    String owner = lab.plan().firstOwner();
    return lab.plan().nodes().stream()
        .allMatch(
            node ->
                lab.status(node)
                    .filter(status -> status.ownerOf(ip).equals(owner))
                    .filter(status -> status.answersFor(ip) == node.equals(owner))
                    .isPresent());
  }

  /** All but the newest probes of the last quarter of a second have been answered by the owner. */
  private static boolean serves(Lab lab, String ip, long now) {
    List<Probe> probes =
        lab.prober().log(ip).since(now - 250_000_000L).stream()
            .filter(probe -> now - probe.sentNanos() > 100_000_000L)
            .toList();
    return !probes.isEmpty()
        && probes.stream()
            .allMatch(
                probe ->
                    probe
                        .answer()
                        .filter(answer -> answer.node().equals(lab.plan().firstOwner()))
                        .isPresent());
  }
}
