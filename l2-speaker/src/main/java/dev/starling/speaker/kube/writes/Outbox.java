package dev.starling.speaker.kube.writes;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The writes that wait, at most one about each thing. What replaces a waiting write has its turn no
 * later than that one.
 */
final class Outbox {
  /** More do not wait. */
  static final int WRITES_MAX = 100_000;

  private static final Comparator<Entry> ORDER =
      ((Comparator<Entry>) (one, other) -> Long.signum(one.dueNanos - other.dueNanos))
          .thenComparingLong(Entry::number);

  private final int writesMax;
  private final Map<WriteKind, TreeSet<Entry>> byTime = new EnumMap<>(WriteKind.class);
  private final Map<String, Entry> byKey = new HashMap<>();
  private final SortedMap<DropReason, Long> dropped = new TreeMap<>();
  private long number;

  /** A write that waits. */
  record Entry(Write write, long dueNanos, int attempts, long number) {}

  Outbox(int writesMax) {
    this.writesMax = writesMax;
    for (WriteKind kind : WriteKind.values()) {
      byTime.put(kind, new TreeSet<>(ORDER));
    }
  }

  int size() {
    return byKey.size();
  }

  /** What was not written since the start, by reason. */
  SortedMap<DropReason, Long> dropped() {
    return dropped;
  }

  /** Counts something that is not written. */
  void drop(DropReason reason) {
    dropped.merge(reason, 1L, Long::sum);
  }

  /** The write about {@code key} that waits, or null. */
  @Nullable Write waiting(String key) {
    Entry entry = byKey.get(key);
    return entry == null ? null : entry.write();
  }

  /** Has a write wait until its time, in the place of another one about the same. */
  void put(Write write, long dueNanos) {
    Write old = waiting(write.key());
    if (old != null && !old.equals(write)) {
      drop(DropReason.REPLACED);
    }
    put(write, dueNanos, 0);
  }

  /** The same for a write that says all that the waiting one does, so that nothing is lost. */
  void putMore(Write write, long dueNanos) {
    put(write, dueNanos, 0);
  }

  /** Has a write that was tried wait again, unless a newer one about the same does already. */
  void putBack(Entry tried, long dueNanos) {
    if (!byKey.containsKey(tried.write().key())) {
      put(tried.write(), dueNanos, tried.attempts() + 1);
    }
  }

  private void put(Write write, long dueNanos, int attempts) {
    Entry old = byKey.get(write.key());
    long due = dueNanos;
    if (old != null) {
      due = Times.earlier(dueNanos, old.dueNanos());
      if (old.write().equals(write) && due == old.dueNanos()) {
        return;
      }
      remove(old);
    } else if (byKey.size() >= writesMax) {
      drop(DropReason.QUEUE_FULL);
      return;
    }
    Entry entry = new Entry(write, due, attempts, number++);
    byKey.put(write.key(), entry);
    waitingOf(write.kind()).add(entry);
  }

  /** Takes back what waits about {@code key}. */
  void cancel(String key, DropReason reason) {
    Entry entry = byKey.get(key);
    if (entry != null) {
      remove(entry);
      drop(reason);
    }
  }

  /** Takes out the write of {@code kind} whose turn it is, or null. */
  @Nullable Entry take(WriteKind kind, long nowNanos) {
    SortedSet<Entry> waiting = waitingOf(kind);
    if (waiting.isEmpty() || !Times.hasCome(waiting.first().dueNanos(), nowNanos)) {
      return null;
    }
    Entry entry = waiting.first();
    remove(entry);
    return entry;
  }

  /** When the turn of the first write of {@code kind} comes. */
  long dueNanos(WriteKind kind) {
    SortedSet<Entry> waiting = waitingOf(kind);
    return waiting.isEmpty() ? Times.NEVER : waiting.first().dueNanos();
  }

  private void remove(Entry entry) {
    byKey.remove(entry.write().key());
    waitingOf(entry.write().kind()).remove(entry);
  }

  private SortedSet<Entry> waitingOf(WriteKind kind) {
    SortedSet<Entry> waiting = byTime.get(kind);
    if (waiting == null) {
      throw new IllegalStateException("a kind without a queue: " + kind);
    }
    return waiting;
  }
}
