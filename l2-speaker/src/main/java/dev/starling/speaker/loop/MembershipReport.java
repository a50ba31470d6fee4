package dev.starling.speaker.loop;

import dev.starling.membership.MembershipStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The membership's state in the forms that the status and the metrics take. */
final class MembershipReport {
  private static final long LONG_GONE_MILLIS = 3_600_000;

  private MembershipReport() {}

  /** As text, numbers, flags, lists and maps of such. */
  static SortedMap<String, Object> fields(MembershipStatus status) {
    SortedMap<String, Object> fields = new TreeMap<>();
    fields.put("cluster", status.cluster());
    fields.put("problem", status.problem());
    fields.put("keys", status.keys().stream().map(MembershipReport::key).toList());
    fields.put("peers", status.peers().stream().map(MembershipReport::peer).toList());
    fields.put("counts", counts(status.counts()));
    fields.put("drops", drops(status));
    return fields;
  }

  /** Datagrams refused, by reason, in lower case. */
  static SortedMap<String, Long> drops(MembershipStatus status) {
    SortedMap<String, Long> drops = new TreeMap<>();
    status.drops().forEach((reason, n) -> drops.put(reason.name().toLowerCase(Locale.ROOT), n));
    return drops;
  }

  /** How many members, this one included, hold each key that this one holds. */
  static SortedMap<String, Long> keyHolders(MembershipStatus status) {
    List<MembershipStatus.PeerState> members =
        status.peers().stream().filter(MembershipStatus.PeerState::member).toList();
    SortedMap<String, Long> holders = new TreeMap<>();
    for (MembershipStatus.Key key : status.keys()) {
      long others = members.stream().filter(peer -> peer.newestKeyId().equals(key.id())).count();
      holders.put(key.id(), others + 1);
    }
    return holders;
  }

  /**
   * Whether every member holds this one's newest key as its newest, and whoever is expected is a
   * member, or has been silent for an hour: a speaker that is cut off for a while must not miss two
   * keys.
   */
  static boolean isKeySettled(MembershipStatus status) {
    boolean held =
        status.keys().stream()
            .filter(MembershipStatus.Key::newest)
            .allMatch(key -> key.laggards().isEmpty());
    return held
        && status.peers().stream()
            .filter(MembershipStatus.PeerState::expected)
            .allMatch(peer -> peer.member() || isLongGone(peer));
  }

  private static boolean isLongGone(MembershipStatus.PeerState peer) {
    return peer.lastHeardMillis() != MembershipStatus.NEVER
        && peer.lastHeardMillis() >= LONG_GONE_MILLIS;
  }

  private static Map<String, Object> key(MembershipStatus.Key key) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", key.id());
    fields.put("newest", key.newest());
    fields.put("listed", key.listed());
    fields.put("ageMillis", key.ageMillis());
    fields.put("laggards", key.laggards());
    return fields;
  }

  private static Map<String, Object> peer(MembershipStatus.PeerState peer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("node", peer.node());
    fields.put("expected", peer.expected());
    fields.put("member", peer.member());
    fields.put("newestKeyId", peer.newestKeyId());
    fields.put("lastHeardMillis", peer.lastHeardMillis());
    return fields;
  }

  private static Map<String, Object> counts(MembershipStatus.Counts counts) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("sealed", counts.sealed());
    fields.put("opened", counts.opened());
    fields.put("sendFailures", counts.sendFailures());
    fields.put("knocks", counts.knocks());
    fields.put("portsUnreachable", counts.portsUnreachable());
    fields.put("suspicions", counts.suspicions());
    fields.put("suspicionsTakenBack", counts.suspicionsTakenBack());
    fields.put("merges", counts.merges());
    return fields;
  }
}
