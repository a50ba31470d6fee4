package dev.starling.membership;

import java.util.List;

/**
 * The members that agreed to be a group, oldest first; the first is the coordinator.
 *
 * @param subgroups empty, or for a view that a merge made: the groups that had acted on their own
 *     until now. A member may be missing from all of them.
 */
public record View(ViewId id, List<MemberId> members, List<List<MemberId>> subgroups) {
  /** Copies the lists and refuses a view without members. */
  public View {
    members = List.copyOf(members);
    subgroups = subgroups.stream().map(List::copyOf).toList();
    if (members.isEmpty()) {
      throw new IllegalArgumentException("a view has at least one member");
    }
  }

  /** Whether two or more groups became one in this view. */
  public boolean isMerge() {
    return !subgroups.isEmpty();
  }
}
