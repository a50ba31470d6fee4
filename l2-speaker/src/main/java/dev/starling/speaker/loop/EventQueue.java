package dev.starling.speaker.loop;

import dev.starling.speaker.core.Event;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The events that wait for the loop. What may be lost is taken while the queue is less than half
 * full, and counted otherwise, so that a storm of frames leaves room for what must not be lost. An
 * event of the latter kind that finds the queue full breaks an invariant.
 */
final class EventQueue {
  /** How many items wait at most. */
  static final int CAPACITY = 10_000;

  private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(CAPACITY);
  private final SortedMap<String, LongAdder> lost = new ConcurrentSkipListMap<>();
  private final AtomicReference<Event.@Nullable Configured> configured = new AtomicReference<>();
  private final LongSupplier clock;
  private final Consumer<Throwable> broken;

  /** What waits: an event for the core, or a question about it. */
  sealed interface Waiting {
    /** When it was put in. */
    long sinceNanos();
  }

  /** An event. */
  record Happened(Event event, long sinceNanos) implements Waiting {}

  /** A question; answered on the loop's thread. */
  record Asked(Runnable answer, long sinceNanos) implements Waiting {}

  /**
   * An empty queue.
   *
   * @param broken hears of an event that must not be lost and was
   */
  EventQueue(LongSupplier clock, Consumer<Throwable> broken) {
    this.clock = clock;
    this.broken = broken;
  }

  /**
   * Adds an event that must not be lost. Of configurations only the last one waits, in the place of
   * the first: however often they change, they never fill the queue.
   */
  void post(Event event) {
    if (event instanceof Event.Configured next
        && configured.getAndAccumulate(next, EventQueue::both) != null) {
      return;
    }
    if (!queue.offer(new Happened(event, clock.getAsLong()))) {
      broken.accept(
          new IllegalStateException("the queue is full and cannot take a " + kind(event)));
    }
  }

  private static Event.Configured both(
      Event.@Nullable Configured waiting, Event.@Nullable Configured next) {
    Event.Configured later = Objects.requireNonNull(next);
    boolean asked = later.asked() || (waiting != null && waiting.asked());
    return new Event.Configured(later.plan(), asked);
  }

  /** Adds an event that may be lost; says whether it was taken. */
  boolean offer(Event event) {
    return offer(new Happened(event, clock.getAsLong()), kind(event));
  }

  /** Adds a question; says whether it was taken. */
  boolean ask(Runnable answer) {
    return offer(new Asked(answer, clock.getAsLong()), "Question");
  }

  private boolean offer(Waiting item, String kind) {
    if (queue.size() < CAPACITY / 2 && queue.offer(item)) {
      return true;
    }
    lost.computeIfAbsent(kind, _ -> new LongAdder()).increment();
    return false;
  }

  /** Takes the next item; null if none has come within {@code waitNanos}. */
  @Nullable Waiting poll(long waitNanos) throws InterruptedException {
    Waiting next = queue.poll(waitNanos, TimeUnit.NANOSECONDS);
    if (next instanceof Happened(Event.Configured first, long sinceNanos)) {
      Event.Configured latest = configured.getAndSet(null);
      return new Happened(latest == null ? first : latest, sinceNanos);
    }
    return next;
  }

  /** How many items wait. */
  int depth() {
    return queue.size();
  }

  /** How many items of which kind were lost. */
  SortedMap<String, Long> lost() {
    SortedMap<String, Long> counts = new TreeMap<>();
    lost.forEach((kind, count) -> counts.put(kind, count.sum()));
    return Collections.unmodifiableSortedMap(counts);
  }

  private static String kind(Event event) {
    return event.getClass().getSimpleName();
  }
}
