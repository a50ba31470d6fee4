package dev.starling.speaker.sim;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import dev.starling.speaker.core.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A model of the membership protocol: how JGroups' coordinator makes views after suspicions, joins
 * and leaves, and how groups that hear one another merge. It has the protocol's outcomes and
 * delays, not its messages.
 */
final class Groups {
  private static final long MS = 1_000_000;
  private static final long HELLO_NANOS = 50 * MS;
  private static final long LONELY_NANOS = 500 * MS;
  private static final long COLLECT_NANOS = 60 * MS;

  /** How old an echo may be that proves a path. */
  private static final long PROOF_NANOS = 1_500 * MS;

  private static final long REPLY_GAP_NANOS = 100 * MS;

  /** How long a member that is to get a view takes part in no merge. */
  private static final long OFFER_NANOS = 2_000 * MS;

  private final Cluster cluster;

  Groups(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A new process looks for a coordinator, and makes a group of its own if none answers. */
  void start(SimNode node) {
    cluster.timeline.in(2 * MS, () -> cluster.whenAwake(node, () -> seek(node)));
    cluster.timeline.in(
        LONELY_NANOS,
        () ->
            cluster.whenAwake(
                node,
                () -> {
                  if (node.view == null) {
                    install(node, new View(new ViewId(node.id, 1), List.of(node.id), List.of()));
                  }
                }));
    hello(node);
  }

  private void seek(SimNode node) {
    if (node.view != null) {
      return;
    }
    for (SimNode other : cluster.nodes) {
      View view = other.view;
      if (other != node
          && other.isAwake(cluster.nowNanos())
          && view != null
          && view.members().getFirst().equals(other.id)
          && cluster.faults.areConnected(node.index, other.index)) {
        cluster.wires.reliably(node, other, () -> join(node, other));
        break;
      }
    }
    cluster.timeline.in(100 * MS, () -> cluster.whenAwake(node, () -> seek(node)));
  }

  private void join(SimNode node, SimNode coordinator) {
    View view = Objects.requireNonNull(coordinator.view);
    if (node.view == null
        && view.members().getFirst().equals(coordinator.id)
        && !view.members().contains(node.id)) {
      List<MemberId> members = new ArrayList<>(view.members());
      members.add(node.id);
      spread(coordinator, members, List.of());
    }
  }

  /** {@code node} has heard that {@code member} is gone; whoever is next in line acts. */
  void suspect(SimNode node, MemberId member) {
    node.suspected.add(member);
    View view = node.view;
    if (view == null) {
      return;
    }
    node.suspected.retainAll(view.members());
    List<MemberId> left = new ArrayList<>(view.members());
    left.removeAll(node.suspected);
    if (left.getFirst().equals(node.id) && left.size() < view.members().size()) {
      spread(node, left, List.of());
    }
  }

  /** A speaker that has handed over goes, and its coordinator makes a view without it. */
  void leave(SimNode node) {
    cluster.say(node.name + " leaves");
    View view = node.view;
    if (view != null && view.members().size() > 1) {
      List<MemberId> left = new ArrayList<>(view.members());
      left.remove(node.id);
      SimNode next = Objects.requireNonNull(cluster.node(left.getFirst()));
      cluster.wires.reliably(
          node,
          next,
          () -> {
            View current = next.view;
            if (current != null && current.members().contains(node.id)) {
              List<MemberId> members = new ArrayList<>(current.members());
              members.remove(node.id);
              spread(next, members, List.of());
            }
          });
    }
    cluster.timeline.in(
        20 * MS,
        () -> {
          node.alive = false;
          node.endedNanos = cluster.nowNanos();
        });
  }

  private void spread(SimNode coordinator, List<MemberId> members, List<List<MemberId>> groups) {
    long sequence = 0;
    for (MemberId member : members) {
      SimNode node = cluster.node(member);
      if (node != null && node.view != null) {
        sequence = Math.max(sequence, node.view.id().sequence());
      }
    }
    var view = new View(new ViewId(coordinator.id, sequence + 1), members, groups);
    for (MemberId member : members) {
      SimNode node = cluster.node(member);
      if (node != null && node != coordinator) {
        ViewId before = node.view == null ? null : node.view.id();
        node.awaitsView(cluster.nowNanos() + OFFER_NANOS, cluster.nowNanos());
        cluster.wires.reliably(coordinator, node, () -> offer(node, view, before));
      }
    }
    install(coordinator, view);
  }

  /* A view is taken from one's own coordinator; a merged one, if it merges what one still has. */
  private void offer(SimNode node, View view, @Nullable ViewId before) {
    View current = node.view;
    node.gotView(cluster.nowNanos());
    boolean fits =
        current == null
            || (view.isMerge()
                ? current.id().equals(before)
                : current.members().contains(view.id().creator()));
    if (fits) {
      install(node, view);
    }
  }

  private void install(SimNode node, View view) {
    View current = node.view;
    if (current != null && current.id().sequence() >= view.id().sequence()) {
      return;
    }
    node.view = view;
    node.suspected.retainAll(view.members());
    cluster.say(node.name + " view " + view.id().sequence() + " " + view.members());
    // The detector has it first, the speaker's queue gets it in order.
    cluster.timeline.in(0, () -> cluster.whenAwake(node, () -> take(node, view)));
    cluster.perform(node, node.detector.viewInstalled(view.members(), cluster.nowNanos()));
  }

  private void take(SimNode node, View view) {
    cluster.step(node, new Event.ViewInstalled(view));
    node.detector.viewTaken(view.members(), cluster.nowNanos());
    cluster.step(node, new Event.TimePassed());
  }

  private void hello(SimNode node) {
    if (!node.alive) {
      return;
    }
    cluster.timeline.in(
        HELLO_NANOS,
        () ->
            cluster.whenAwake(
                node,
                () -> {
                  helloNow(node);
                  hello(node);
                }));
  }

  /** Greets every node whose speaker is not in the view. */
  void helloNow(SimNode node) {
    View view = node.view;
    if (view == null) {
      return;
    }
    for (SimNode other : cluster.nodes) {
      if (other != node && !view.members().contains(other.id)) {
        greet(node, other, view);
      }
    }
  }

  /* Only who has echoed a late word of ours is heard: the path carries both ways. */
  private void greet(SimNode from, SimNode to, View view) {
    long sentNanos = cluster.nowNanos();
    Long echo = from.greetedNanos.get(to.id);
    cluster.wires.unreliably(
        from,
        to,
        () -> {
          View theirs = to.view;
          if (theirs == null || theirs.id().equals(view.id())) {
            return;
          }
          long now = cluster.nowNanos();
          to.greetedNanos.put(from.id, sentNanos);
          Long replied = to.repliedNanos.get(from.id);
          if (replied == null || now - replied >= REPLY_GAP_NANOS) {
            to.repliedNanos.put(from.id, now);
            greet(to, from, theirs);
          }
          if (echo != null && now - echo <= PROOF_NANOS) {
            hear(to, from, view);
            prepareMerge(to);
          }
        });
  }

  private void hear(SimNode node, SimNode from, View theirs) {
    View mine = node.view;
    if (mine != null && !mine.members().contains(from.id)) {
      cluster.step(
          node,
          new Event.OutsiderHeard(
              new Membership.Outsider(from.id, theirs.id(), theirs.members().size())));
    }
  }

  private void prepareMerge(SimNode node) {
    if (node.mergeQuietUntilNanos - cluster.nowNanos() > 0) {
      return;
    }
    node.mergeQuietUntilNanos = cluster.nowNanos() + COLLECT_NANOS + 40 * MS;
    cluster.timeline.in(COLLECT_NANOS, () -> cluster.whenAwake(node, () -> merge(node)));
  }

  /*
   * The lowest of those that can all hear it leads; groups are whoever shares a view now. Who is
   * to get a view takes part in none.
   */
  private void merge(SimNode leader) {
    if (leader.view == null) {
      return;
    }
    SortedSet<MemberId> reachable = new TreeSet<>();
    Map<ViewId, List<MemberId>> groups = new LinkedHashMap<>();
    for (SimNode node : cluster.nodes) {
      boolean reached = node == leader || cluster.faults.areConnected(leader.index, node.index);
      View view = node.view;
      boolean settled = !node.isAwaitingView(cluster.nowNanos());
      if (reached && settled && view != null && node.isAwake(cluster.nowNanos())) {
        reachable.add(node.id);
        groups.computeIfAbsent(view.id(), _ -> new ArrayList<>()).add(node.id);
      }
    }
    if (groups.size() < 2 || !reachable.first().equals(leader.id)) {
      return;
    }
    // A group that has just lost a member first makes a view without it: its digest is missing.
    for (SimNode node : cluster.nodes) {
      View view = node.view;
      if (reachable.contains(node.id) && view != null && !covers(groups, view)) {
        return;
      }
    }
    List<MemberId> members = new ArrayList<>(reachable);
    spread(leader, members, List.copyOf(groups.values()));
  }

  private boolean covers(Map<ViewId, List<MemberId>> groups, View view) {
    List<MemberId> together = groups.getOrDefault(view.id(), List.of());
    return view.members().stream()
        .filter(member -> !together.contains(member))
        .map(cluster::node)
        .noneMatch(node -> node != null && node.alive && view.equals(node.view));
  }
}
