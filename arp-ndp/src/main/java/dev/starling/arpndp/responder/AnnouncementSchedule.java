package dev.starling.arpndp.responder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
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
 * <p>Every IP has its first frame before any has its second. 250 frames may go at once, then 8,000
 * a second, of which no more than 4,000 are repetitions: a thousand IPs that move at once are
 * announced within 94 ms, while neighbour tables and the policers of switches overflow before a
 * link does. For one thread.
 *
 * @param <K> the caller's name for an IP
 */
public final class AnnouncementSchedule<K extends Comparable<K>> {
  /** How many IPs a schedule holds. */
  public static final int LIMIT = 100_000;

  private static final int FRAMES_PER_SECOND = 8_000;
  private static final int REPETITIONS_PER_SECOND = 4_000;
  private static final int FRAME_BURST = 250;

  /** First frames that are waited for together: a millisecond of the pace. */
  private static final int BATCH = 8;

  private static final long MILLIS = 1_000_000L;

  /** The rest of the first round follows as soon as every IP has had its first frame. */
  private static final long[] IPV4_GAPS = {
    0, 100 * MILLIS, 1_000 * MILLIS, 1_100 * MILLIS, 1_100 * MILLIS
  };

  private static final long[] IPV6_GAPS = {1_100 * MILLIS, 1_100 * MILLIS};
  private static final long REFRESH_NANOS = 60_000 * MILLIS;
  private static final long JITTER_NANOS = REFRESH_NANOS / 10;

  /** What is to be sent for one IP. */
  public record Due<K>(K key, Announcements.Part part) {}

  /**
   * One IP that is announced.
   *
   * @param turn how often something was handed out for it
   */
  private record Entry<K>(K key, boolean ipv6, int turn, long dueNanos) {
    private Announcements.Part part() {
      if (turn == 0) {
        return Announcements.Part.FIRST;
      }
      return turn == 1 && !ipv6 ? Announcements.Part.REST : Announcements.Part.ALL;
    }

    private int frames() {
      return part().frames(ipv6);
    }
  }

  private final SplittableRandom random;
  private final TokenBucket pace = new TokenBucket(FRAMES_PER_SECOND, FRAME_BURST);
  private final TokenBucket repetitionPace = new TokenBucket(REPETITIONS_PER_SECOND, FRAME_BURST);
  private final Map<K, Entry<K>> entries = new TreeMap<>();
  private final NavigableSet<Entry<K>> firstTurns = new TreeSet<>(AnnouncementSchedule::order);
  private final NavigableSet<Entry<K>> repetitions = new TreeSet<>(AnnouncementSchedule::order);
  private final NavigableMap<K, Long> reminders = new TreeMap<>();

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

  /**
   * Sends the first frame of {@code key} once more, before any repetition, and changes nothing else
   * of its turns: RFC 5227 section 2.4 (b) defends an address with one announcement.
   *
   * @return false if {@code key} is not announced
   */
  public boolean remind(K key, long nowNanos) {
    if (!entries.containsKey(key)) {
      return false;
    }
    if (!isFirstFrameOpen(key)) {
      reminders.putIfAbsent(key, nowNanos);
    }
    return true;
  }

  /** Announces {@code key} no more; harmless if it was not announced. */
  public void cancel(K key) {
    reminders.remove(key);
    Entry<K> entry = entries.remove(key);
    if (entry != null) {
      queueOf(entry).remove(entry);
    }
  }

  /** Announces nothing any more. */
  public void cancelAll() {
    entries.clear();
    firstTurns.clear();
    repetitions.clear();
    reminders.clear();
  }

  /** How many IPs are announced. */
  public int size() {
    return entries.size();
  }

  /** Whether the first frame of {@code key} has not been handed out yet. */
  public boolean isFirstFrameOpen(K key) {
    Entry<K> entry = entries.get(key);
    return entry != null && entry.turn == 0;
  }

  /**
   * When {@link #due} has something, pace included; {@link Long#MAX_VALUE} if nothing is announced.
   * In the past if it has something already.
   */
  public long nextDeadlineNanos() {
    if (entries.isEmpty()) {
      return Long.MAX_VALUE;
    }
    if (!firstTurns.isEmpty()) {
      int batch = Math.min(BATCH, firstTurns.size());
      return pace.availableAtNanos(batch, firstTurns.first().dueNanos);
    }
    if (!reminders.isEmpty()) {
      return pace.availableAtNanos(1, reminders.firstEntry().getValue());
    }
    Entry<K> next = repetitions.first();
    return pace.availableAtNanos(
        next.frames(), repetitionPace.availableAtNanos(next.frames(), next.dueNanos));
  }

  /**
   * What is to be sent now, in this order, at most {@code limit} items. What is handed out counts
   * as sent.
   */
  public List<Due<K>> due(long nowNanos, int limit) {
    List<Due<K>> due = new ArrayList<>();
    while (due.size() < limit) {
      Due<K> next = next(nowNanos);
      if (next == null) {
        break;
      }
      due.add(next);
    }
    return due;
  }

  private @Nullable Due<K> next(long nowNanos) {
    if (isDue(firstTurns, nowNanos)) {
      return pace.take(nowNanos) ? handOut(firstTurns.first(), nowNanos) : null;
    }
    if (!reminders.isEmpty()) {
      return pace.take(nowNanos)
          ? new Due<>(reminders.pollFirstEntry().getKey(), Announcements.Part.FIRST)
          : null;
    }
    return isDue(repetitions, nowNanos) && mayRepeat(repetitions.first().frames(), nowNanos)
        ? handOut(repetitions.first(), nowNanos)
        : null;
  }

  private static <K> boolean isDue(NavigableSet<Entry<K>> queue, long nowNanos) {
    return !queue.isEmpty() && queue.first().dueNanos - nowNanos <= 0;
  }

  /** Takes from both paces, or from none. */
  private boolean mayRepeat(int frames, long nowNanos) {
    return pace.availableAtNanos(frames, nowNanos) == nowNanos
        && repetitionPace.take(frames, nowNanos)
        && pace.take(frames, nowNanos);
  }

  private Due<K> handOut(Entry<K> entry, long nowNanos) {
    queueOf(entry).remove(entry);
    enter(new Entry<>(entry.key, entry.ipv6, entry.turn + 1, nowNanos + gapAfter(entry)));
    return new Due<>(entry.key, entry.part());
  }

  private long gapAfter(Entry<K> entry) {
    long[] gaps = entry.ipv6 ? IPV6_GAPS : IPV4_GAPS;
    return entry.turn < gaps.length
        ? gaps[entry.turn]
        : REFRESH_NANOS + random.nextLong(-JITTER_NANOS, JITTER_NANOS + 1);
  }

  private void enter(Entry<K> entry) {
    entries.put(entry.key, entry);
    queueOf(entry).add(entry);
  }

  private NavigableSet<Entry<K>> queueOf(Entry<K> entry) {
    return entry.turn == 0 ? firstTurns : repetitions;
  }
}
