package dev.starling.membership;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The groups that a merge brought together, each member in one of them. A member that was given up
 * and did not notice is still in its old view of everybody, together with those who gave it up and
 * have a newer view of their own: whoever is in several views was last in the newest of them.
 */
public final class Subgroups {
  private Subgroups() {}

  /**
   * A view that took part in a merge.
   *
   * @param sequence its number: of two views of one member the later has the higher
   */
  public record Merged(long sequence, List<MemberId> members) {
    /** Copies the list. */
    public Merged {
      members = List.copyOf(members);
    }
  }

  /** The groups, newest view first, without those of which nobody is left. */
  public static List<List<MemberId>> of(List<Merged> views) {
    List<Merged> newestFirst = new ArrayList<>(views);
    newestFirst.sort(Comparator.comparingLong(Merged::sequence).reversed());
    Set<MemberId> placed = new TreeSet<>();
    List<List<MemberId>> groups = new ArrayList<>();
    for (Merged view : newestFirst) {
      List<MemberId> group = view.members().stream().filter(placed::add).toList();
      if (!group.isEmpty()) {
        groups.add(group);
      }
    }
    return groups;
  }
}
