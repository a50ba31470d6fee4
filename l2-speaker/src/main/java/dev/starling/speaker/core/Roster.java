package dev.starling.speaker.core;

import dev.starling.election.NodeFacts;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who is in the view, on which node, and what each has told of itself. */
final class Roster {
  private record Told(long sequence, ViewId view, Description description, boolean established) {}

  /** Descriptions kept of speakers that are not in the view yet, at most. */
  private static final int STRANGERS_MAX = 1024;

  /** Views remembered after they were left, at most. */
  private static final int PAST_MAX = 16;

  private final MemberId self;
  private final String selfNode;
  private final SortedMap<Long, String> nodes = new TreeMap<>();
  private final SortedMap<MemberId, Told> told = new TreeMap<>();
  private final SortedMap<MemberId, Long> rejoined = new TreeMap<>();
  private final Deque<ViewId> past = new ArrayDeque<>();
  private @Nullable View view;

  Roster(MemberId self, String selfNode) {
    this.self = self;
    this.selfNode = selfNode;
    nodes.put(self.node(), selfNode);
  }

  void expect(SortedSet<String> expected) {
    nodes.clear();
    nodes.put(self.node(), selfNode);
    expected.forEach(node -> nodes.put(MemberId.hash(node), node));
  }

  /** The name of the member's node, or null if nobody expects that node. */
  @Nullable String nodeOf(MemberId member) {
    return nodes.get(member.node());
  }

  /** The name of the member's node, or for an unexpected one its number. */
  String nameOf(MemberId member) {
    String node = nodeOf(member);
    return node == null ? member.toString() : node;
  }

  @Nullable View view() {
    return view;
  }

  List<MemberId> members() {
    return view == null ? List.of() : view.members();
  }

  List<MemberId> others() {
    return members().stream().filter(member -> !member.equals(self)).toList();
  }

  /** How many expected nodes have a member. */
  int expectedMembers() {
    return (int) members().stream().map(this::nodeOf).filter(n -> n != null).distinct().count();
  }

  /** How many expected nodes have a member that has described itself in this view. */
  int confirmedMembers() {
    View current = view;
    if (current == null) {
      return 0;
    }
    return (int)
        current.members().stream()
            .filter(member -> member.equals(self) || saidIn(member, current.id()))
            .map(this::nodeOf)
            .filter(name -> name != null)
            .distinct()
            .count();
  }

  private boolean saidIn(MemberId member, ViewId id) {
    Told last = told.get(member);
    return last != null && last.view().equals(id);
  }

  boolean covers(SortedSet<String> expected) {
    return members().stream().map(this::nameOf).toList().containsAll(expected);
  }

  /**
   * Takes the view over and forgets whoever is out of it. In a merge, whatever was known of members
   * of other groups is of the time before the split and is forgotten too.
   *
   * @return whether this speaker has to settle again: two groups became one, and its own was not
   *     the one whose owners stay, or has stayed behind without it
   */
  boolean install(View next) {
    boolean lost = false;
    boolean torn = next.isMerge() && !next.members().containsAll(members());
    if (next.isMerge()) {
      List<MemberId> staying = stayingGroup(next);
      lost = !staying.contains(self) || (torn && isTakenAway(next));
      for (MemberId member : next.members()) {
        if (lost || !staying.contains(member)) {
          rejoined.put(member, next.id().sequence());
        }
      }
      told.entrySet().removeIf(entry -> isOutdated(entry.getKey(), entry.getValue().view()));
    }
    told.keySet().retainAll(next.members());
    rejoined.keySet().retainAll(next.members());
    // A merge under loss may reach some members of a group only. The others were not given up: they
    // go on in the old view, with permits, until the next merge.
    if (view != null && !torn) {
      past.addFirst(view.id());
      while (past.size() > PAST_MAX) {
        past.removeLast();
      }
    }
    view = next;
    return lost;
  }

  /** Whether more members of the old view are left behind than come along, into no majority. */
  private boolean isTakenAway(View next) {
    long along = members().stream().filter(next.members()::contains).count();
    long expected = next.members().stream().filter(member -> nodeOf(member) != null).count();
    return 2 * along <= members().size() && 2 * expected <= nodes.size();
  }

  /* The largest group goes on; of two alike, the one with the lower coordinator, as in Yielding. */
  private static List<MemberId> stayingGroup(View merged) {
    return merged.subgroups().stream()
        .filter(group -> !group.isEmpty())
        .min(
            Comparator.comparingInt((List<MemberId> group) -> -group.size())
                .thenComparing(List::getFirst))
        .orElse(List.of());
  }

  /**
   * Takes a description over if it is newer than the last. One of a member whose view this speaker
   * has not installed yet is kept until then.
   */
  void describe(MemberId member, PeerMessage.Described said) {
    Told last = told.get(member);
    boolean stranger = !members().contains(member);
    if (isOutdated(member, said.view())
        || (last != null && last.sequence() >= said.sequence())
        || (stranger && told.size() >= members().size() + STRANGERS_MAX)) {
      return;
    }
    told.put(
        member, new Told(said.sequence(), said.view(), said.description(), said.established()));
  }

  /** Whether another member has settled, and says that the group has come into being. */
  boolean isEstablished() {
    for (MemberId member : others()) {
      Told last = told.get(member);
      if (last != null && last.established() && last.description().settled()) {
        return true;
      }
    }
    return false;
  }

  /* What somebody said in a view before the merge that brought him back may arrive after it. */
  private boolean isOutdated(MemberId member, ViewId saidIn) {
    Long mergedIn = rejoined.get(member);
    return mergedIn != null && saidIn.sequence() < mergedIn;
  }

  /** Whether {@code sequence} is the description of {@code member} that this speaker goes by. */
  boolean hasApplied(MemberId member, long sequence) {
    Told last = told.get(member);
    return last != null && last.sequence() == sequence && members().contains(member);
  }

  Description descriptionOf(MemberId member) {
    Told last = told.get(member);
    return last == null ? Description.UNKNOWN : last.description();
  }

  boolean knows(MemberId member) {
    return told.containsKey(member);
  }

  boolean knowsAll() {
    return told.keySet().containsAll(others());
  }

  /** Whether this speaker is the first of the view. */
  boolean isOldest() {
    return view != null && view.members().getFirst().equals(self);
  }

  boolean isSelf(MemberId member) {
    return member.equals(self);
  }

  /** Whether this speaker has left that view behind: who is still in it was given up or left. */
  boolean isPast(ViewId id) {
    return past.contains(id);
  }

  /** Whether another member is about to leave. */
  boolean isSomeoneDraining() {
    return others().stream().anyMatch(member -> descriptionOf(member).draining());
  }

  /** Whether a younger member claims to be on this speaker's node. */
  boolean isReplaced() {
    MemberId youngest = self;
    for (MemberId member : members()) {
      if (member.node() == self.node()) {
        youngest = member;
      }
    }
    return !youngest.equals(self);
  }

  /** The facts to elect by: of a node with two members, the younger is the one that counts. */
  SortedMap<String, NodeFacts> facts(Description own) {
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    for (MemberId member : members()) {
      String node = nodeOf(member);
      if (node != null) {
        Description of = member.equals(self) ? own : descriptionOf(member);
        facts.put(node, new NodeFacts(node, true, of.settled(), of.draining(), of.usableLinks()));
      }
    }
    return facts;
  }

  /** All nodes that may appear in an election. */
  Collection<String> knownNodes() {
    return Collections.unmodifiableCollection(nodes.values());
  }

  List<String> names(Collection<MemberId> of) {
    List<String> names = new ArrayList<>();
    of.forEach(member -> names.add(nameOf(member)));
    return names;
  }
}
