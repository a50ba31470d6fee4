package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.List;

/**
 * The first member that is not suspected makes the view without those that are. If none comes, that
 * member may be gone as well, and everybody who would have said so.
 */
final class LateView {
  /** How many are asked at one time whether they live, at most: with their observers, 80. */
  private static final int DOUBTED_MAX = 16;

  private LateView() {}

  /**
   * Those of {@code members}, oldest first, who ought to have acted before {@code self}: one after
   * a timeout, and twice as many with each further one, since a coordinator that is only slow has
   * enough to do.
   */
  static List<MemberId> doubted(
      List<MemberId> members, MemberId self, Suspicions suspicions, long nowNanos) {
    long overdue = suspicions.overdueTimeouts(nowNanos);
    long most = overdue == 0 ? 0 : overdue > 4 ? DOUBTED_MAX : 1L << (overdue - 1);
    return members.stream()
        .takeWhile(member -> !member.equals(self))
        .filter(member -> !suspicions.contains(member))
        .limit(most)
        .toList();
  }
}
