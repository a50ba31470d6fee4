package dev.starling.chaos;

import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.observe.Probe;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether a lab is as it should be while nothing happens: one view, one owner, all replies. */
public final class Steadiness {
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final long HOLD_NANOS = 1_000_000_000L;

  /**
   * What is expected of one connected part of a lab.
   *
   * @param members the nodes whose speakers have one view together
   * @param candidates those of them that may own the service IPs
   * @param withClient whether the client is in that part, and is to be served
   */
  public record Expected(List<String> members, List<String> candidates, boolean withClient) {
    /** Copies the lists. */
    public Expected {
      members = List.copyOf(members);
      candidates = List.copyOf(candidates);
    }

    /** These members, all of them candidates, and the client. */
    public static Expected of(List<String> members) {
      return new Expected(members, members, true);
    }

    /** The same without a client. */
    public Expected withoutClient() {
      return new Expected(members, candidates, false);
    }

    /** The same with fewer candidates. */
    public Expected withCandidates(List<String> fewer) {
      return new Expected(members, fewer, withClient);
    }

    /** Who is to own {@code ip}. */
    public String ownerOf(String ip) {
      return Plan.order(candidates, ip).getFirst();
    }
  }

  private Steadiness() {}

  /** Waits until the whole of {@code lab} has been steady for a second. */
  public static void await(Lab lab) {
    await(lab, Expected.of(lab.plan().nodes()));
  }

  /** Waits until a part of {@code lab} has been as {@code expected} for a second. */
  public static void await(Lab lab, Expected expected) {
    long[] since = {Long.MIN_VALUE};
    Patience.await(
        "one view of %s, and the first of %s answering alone, for one second"
            .formatted(expected.members(), expected.candidates()),
        LIMIT,
        () -> {
          lab.checkAlive();
          long now = System.nanoTime();
          if (!isSteady(lab, expected, now)) {
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

  private static boolean isSteady(Lab lab, Expected expected, long now) {
    List<NodeStatus> all =
        expected.members().stream().map(lab::status).flatMap(Optional::stream).toList();
    Set<String> members = new HashSet<>(expected.members());
    boolean oneView =
        all.size() == expected.members().size()
            && all.stream().map(NodeStatus::epoch).distinct().count() == 1
            && all.stream()
                .allMatch(
                    status ->
                        status.isServing()
                            && status.members().size() == members.size()
                            && members.containsAll(status.members()));
    return oneView
        && lab.plan().serviceIps().stream()
            .allMatch(
                ip ->
                    isOwned(lab, expected, ip)
                        && (!expected.withClient() || serves(lab, expected.ownerOf(ip), ip, now)));
  }

  private static boolean isOwned(Lab lab, Expected expected, String ip) {
    String owner = expected.ownerOf(ip);
    return expected.members().stream()
        .allMatch(
            node ->
                lab.status(node)
                    .filter(status -> status.ownerOf(ip).equals(owner))
                    .filter(status -> status.answersFor(ip) == node.equals(owner))
                    .isPresent());
  }

  /** All but the newest probes of the last quarter of a second have been answered by the owner. */
  private static boolean serves(Lab lab, String owner, String ip, long now) {
    List<Probe> probes =
        lab.prober().log(ip).since(now - 250_000_000L).stream()
            .filter(probe -> now - probe.sentNanos() > 100_000_000L)
            .toList();
    return !probes.isEmpty()
        && probes.stream()
            .allMatch(
                probe -> probe.answer().filter(answer -> answer.node().equals(owner)).isPresent());
  }
}
