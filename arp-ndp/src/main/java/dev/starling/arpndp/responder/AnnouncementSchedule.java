package dev.starling.arpndp.responder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When each owned IP of one link is announced, and at what pace.
 *
 * <p>IPv4 is announced at 0 and 100 ms, for a lost frame, and at 1.1, 2.2 and 3.3 s: older Linux
 * ignores a second change within 1 s, and a switch port may not forward at first. IPv6 is announced
 * three times, more than 1 s apart (RFC 4861 section 7.2.6). Then both every 60 s, give or take a
 * tenth, because a switch forgets a silent MAC address before a router forgets the entry that
 * points to it. Delays count from when the round before was handed out.
 *
 * <p>250 frames may go at once, then 4,000 a second: neighbour tables and the policers of switches
 * overflow before a link does. First rounds go before repetitions. For one thread.
 *
 * @param <K> the caller's name for an IP
 */
public final class AnnouncementSchedule<K extends Comparable<K>> {
  /** How many IPs a schedule holds. */
  public static final int LIMIT = 100_000;

  private static final int FRAMES_PER_SECOND = 4_000;
  private static final int FRAME_BURST = 250;
  private static final int LONGEST_ROUND = Announcements.framesPerRound(false);
  private static final long MILLIS = 1_000_000L;
  private static final long[] IPV4_GAPS = {
    100 * MILLIS, 1_000 * MILLIS, 1_100 * MILLIS, 1_100 * MILLIS
  };
  private static final long[] IPV6_GAPS = {1_100 * MILLIS, 1_100 * MILLIS};
  private static final long REFRESH_NANOS = 60_000 * MILLIS;
  private static final long JITTER_NANOS = REFRESH_NANOS / 10;

  /**
   * One IP that is announced.
   *
   * @param round how many rounds have been handed out
   */
  private record Entry<K>(K key, boolean ipv6, int round, long dueNanos) {
    private int frames() {
      return Announcements.framesPerRound(ipv6);
    }
  }

  private final SplittableRandom random;
  private final TokenBucket pace = new TokenBucket(FRAMES_PER_SECOND, FRAME_BURST);
  private final Map<K, Entry<K>> entries = new TreeMap<>();
  private final NavigableSet<Entry<K>> firstRounds = new TreeSet<>(AnnouncementSchedule::order);
  private final NavigableSet<Entry<K>> repetitions = new TreeSet<>(AnnouncementSchedule::order);

  /** An empty schedule whose jitter follows from {@code seed}. */
  public AnnouncementSchedule(long seed) {
    random = new SplittableRandom(seed);
  }

  private static <K extends Comparable<K>> int order(Entry<K> a, Entry<K> b) {
    long difference = a.dueNanos - b.dueNanos;
    return difference != 0 ? Long.signum(difference) : a.key.compareTo(b.key);
  }

  /**
   * Announces {@code key} from now on, beginning with the first round, also if it was announced
   * already: the caller asks for one burst per change.
   *
   * @return false if the schedule is full
   */
  public boolean announce(K key, boolean ipv6, long nowNanos) {
    if (!entries.containsKey(key) && entries.size() >= LIMIT) {
      return false;
    }
    cancel(key);
    enter(new Entry<>(key, ipv6, 0, nowNanos));
    return true;
  }

  /** Announces {@code key} no more; harmless if it was not announced. */
  public void cancel(K key) {
    Entry<K> entry = entries.remove(key);
    if (entry != null) {
      queueOf(entry).remove(entry);
    }
  }

  /** Announces nothing any more. */
  public void cancelAll() {
    entries.clear();
    firstRounds.clear();
    repetitions.clear();
  }

  /** How many IPs are announced. */
  public int size() {
    return entries.size();
  }

  /** Whether the first round of {@code key} has not been handed out yet. */
  public boolean isFirstRoundOpen(K key) {
    Entry<K> entry = entries.get(key);
    return entry != null && entry.round == 0;
  }

  /**
   * When {@link #due} has something, pace included; {@link Long#MAX_VALUE} if nothing is announced.
   * In the past if it has something already.
   */
  public long nextDeadlineNanos() {
    Entry<K> next = earliest();
    // Room for the longer round, since another entry than this one may go first by then.
    return next == null ? Long.MAX_VALUE : pace.availableAtNanos(LONGEST_ROUND, next.dueNanos);
  }

  /**
   * The IPs of which a round is to be sent now, in this order, at most {@code limit}. What is
   * handed out counts as sent.
   */
  public List<K> due(long nowNanos, int limit) {
    List<K> due = new ArrayList<>();
    while (due.size() < limit) {
      Entry<K> next = dueEntry(nowNanos);
      if (next == null || !pace.take(next.frames(), nowNanos)) {
        break;
      }
      queueOf(next).remove(next);
      enter(new Entry<>(next.key, next.ipv6, next.round + 1, nowNanos + gapAfter(next)));
      due.add(next.key);
    }
    return due;
  }

  private @Nullable Entry<K> dueEntry(long nowNanos) {
    for (NavigableSet<Entry<K>> queue : List.of(firstRounds, repetitions)) {
      if (!queue.isEmpty() && queue.first().dueNanos - nowNanos <= 0) {
        return queue.first();
      }
    }
    return null;
  }

  private @Nullable Entry<K> earliest() {
    if (firstRounds.isEmpty()) {
      return repetitions.isEmpty() ? null : repetitions.first();
    }
    if (repetitions.isEmpty()) {
      return firstRounds.first();
    }
    Entry<K> first = firstRounds.first();
    Entry<K> repetition = repetitions.first();
    return first.dueNanos - repetition.dueNanos <= 0 ? first : repetition;
  }

  private long gapAfter(Entry<K> entry) {
    long[] gaps = entry.ipv6 ? IPV6_GAPS : IPV4_GAPS;
    return entry.round < gaps.length
        ? gaps[entry.round]
        : REFRESH_NANOS + random.nextLong(-JITTER_NANOS, JITTER_NANOS + 1);
  }

  private void enter(Entry<K> entry) {
    entries.put(entry.key, entry);
    queueOf(entry).add(entry);
  }

  private NavigableSet<Entry<K>> queueOf(Entry<K> entry) {
    return entry.round == 0 ? firstRounds : repetitions;
  }
}
