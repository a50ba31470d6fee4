package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the strangers that claim service IPs, so that each is told of now and then only. */
final class Conflicts {
  private static final long TOLD_MILLIS = 600_000;
  private static final int STRANGERS_MAX = 1_000;

  private final SortedMap<String, Count> counts = new TreeMap<>();

  /**
   * How often a stranger was heard since it was told of.
   *
   * @param sinceNanos when it was first
   * @param earliestNanos when it may be told of next
   */
  record Count(int times, long sinceNanos, long earliestNanos) {}

  static String key(ObjectName service, Conflict heard) {
    return prefix(service) + heard.ip() + "/" + heard.link() + "/" + heard.mac();
  }

  /** Counts once more; null where there are too many strangers. */
  @Nullable Count hear(ObjectName service, Conflict heard, long nowNanos) {
    String key = key(service, heard);
    Count known = counts.get(key);
    if (known == null && counts.size() >= STRANGERS_MAX) {
      counts.values().removeIf(c -> c.times() == 0 && Times.hasCome(c.earliestNanos(), nowNanos));
      if (counts.size() >= STRANGERS_MAX) {
        return null;
      }
    }
    Count next =
        known == null
            ? new Count(1, nowNanos, nowNanos)
            : new Count(
                Math.min(known.times() + 1, 1_000_000),
                known.times() == 0 ? nowNanos : known.sinceNanos(),
                known.earliestNanos());
    counts.put(key, next);
    return next;
  }

  /** That stranger was told of. */
  void told(String key, long nowNanos) {
    counts.computeIfPresent(
        key, (_, _) -> new Count(0, nowNanos, Times.after(nowNanos, TOLD_MILLIS)));
  }

  /** The Service is gone; returns what was waiting for it. */
  List<String> forget(ObjectName service) {
    SortedMap<String, Count> of =
        counts.subMap(prefix(service), prefix(service) + Character.MAX_VALUE);
    List<String> keys = List.copyOf(of.keySet());
    of.clear();
    return keys;
  }

  private static String prefix(ObjectName service) {
    return "conflict/" + service + "/";
  }
}
