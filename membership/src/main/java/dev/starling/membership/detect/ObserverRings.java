package dev.starling.membership.detect;

import dev.starling.membership.MemberId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who watches whom: in each of K pseudo-random rings over the members, each member watches the
 * next. Every member computes the same rings from the same members, so nobody has to be told. With
 * K + 1 members or fewer, each watches all others.
 */
final class ObserverRings {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private ObserverRings() {}

  /** For each member, its observers; at most {@code observers} each. */
  static SortedMap<MemberId, SortedSet<MemberId>> of(List<MemberId> members, int observers) {
    SortedMap<MemberId, SortedSet<MemberId>> result = new TreeMap<>();
    members.forEach(member -> result.put(member, new TreeSet<>()));
    if (members.size() - 1 <= observers) {
      result.forEach((subject, watching) -> watching.addAll(without(members, subject)));
      return result;
    }
    for (int ring = 0; ring < observers; ring++) {
      List<MemberId> order = order(members, ring);
      for (int i = 0; i < order.size(); i++) {
        MemberId subject = order.get((i + 1) % order.size());
        result.getOrDefault(subject, new TreeSet<>()).add(order.get(i));
      }
    }
    return result;
  }

  /** How many of {@code observers} must report a member before it is suspected. */
  static int quorum(int observers) {
    return observers / 2 + 1;
  }

  private static List<MemberId> without(List<MemberId> members, MemberId one) {
    return members.stream().filter(member -> !member.equals(one)).toList();
  }

  private static List<MemberId> order(List<MemberId> members, int ring) {
    List<MemberId> order = new ArrayList<>(members);
    order.sort(
        Comparator.comparingLong((MemberId member) -> place(member, ring))
            .thenComparing(Comparator.naturalOrder()));
    return order;
  }

  private static long place(MemberId member, int ring) {
    return mix(mix(member.node() + ring * GOLDEN) ^ member.incarnation());
  }

  /* The finaliser of MurmurHash3: every input bit moves every output bit with even chance. */
  private static long mix(long x) {
    long y = x;
    y = (y ^ (y >>> 33)) * 0xFF51AFD7ED558CCDL;
    y = (y ^ (y >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return y ^ (y >>> 33);
  }
}
