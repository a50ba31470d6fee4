package dev.starling.speaker.loop;

import dev.starling.membership.View;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.Speaker;
import dev.starling.speaker.core.SpeakerStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that touches the core: takes an event, or notices that time has passed; steps;
 * performs the effects in their order. Looks at the permit before each step, when it runs out
 * unless it is renewed, and every {@link #REST_NANOS} while it is not held.
 */
final class Loop {
  /** How long the loop rests without a permit: bounds how late a new one is noticed. */
  static final long REST_NANOS = 25_000_000;

  /** How long it rests otherwise: far less than what looks like a loop that is stuck. */
  private static final long REST_MAX_NANOS = 250_000_000;

  /** Rests at least, so that a deadline in the past cannot make the loop spin. */
  private static final long REST_MIN_NANOS = 100_000;

  private final EventQueue queue;
  private final Speaker core;
  private final Performer performer;
  private final LongSupplier clock;
  private final FramePermit permit;
  private final Consumer<Throwable> broken;
  private final Thread thread;

  private boolean permitHeld = true;
  private volatile boolean stopped;
  private volatile boolean settled;
  private volatile long lagNanos;
  private volatile long turnNanos;
  private volatile Supplier<SpeakerStatus> lastStatus;

  /**
   * A loop that has not begun.
   *
   * @param permit the group's; it is told of each turn
   * @param broken hears of whatever is thrown in here, after which the loop has ended
   */
  Loop(
      EventQueue queue,
      Speaker core,
      Performer performer,
      LongSupplier clock,
      FramePermit permit,
      Consumer<Throwable> broken) {
    this.queue = queue;
    this.core = core;
    this.performer = performer;
    this.clock = clock;
    this.permit = permit;
    this.broken = broken;
    turnNanos = clock.getAsLong();
    lastStatus = core.status(permit.ofGroupNanos(), turnNanos);
    thread = Thread.ofPlatform().daemon().name("loop").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Ends the loop; no step begins after the one that may be under way. */
  void stop() {
    stopped = true;
  }

  /** Whether the speaker had settled at the last step. */
  boolean isSettled() {
    return settled;
  }

  /** How long the last item had waited. */
  long lagNanos() {
    return lagNanos;
  }

  /** When the loop was last seen at work. */
  long turnNanos() {
    return turnNanos;
  }

  /**
   * The state between two steps. Where the loop does not answer within {@code patience} it is the
   * state that was asked for last: {@link SpeakerStatus#atNanos} tells.
   */
  SpeakerStatus status(Duration patience) {
    CompletableFuture<Supplier<SpeakerStatus>> answer = new CompletableFuture<>();
    if (queue.ask(() -> answerTo(answer))) {
      try {
        return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS).get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (TimeoutException e) {
        answer.cancel(false);
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return lastStatus.get();
  }

  /** The state as it was asked for last. */
  SpeakerStatus lastStatus() {
    return lastStatus.get();
  }

  /** The state now, to be put into words later; for the loop's thread. */
  Supplier<SpeakerStatus> captureNow() {
    Supplier<SpeakerStatus> captured = core.status(permit.ofGroupNanos(), clock.getAsLong());
    lastStatus = captured;
    return captured;
  }

  /* One who has given up waiting is not worth the work. */
  private void answerTo(CompletableFuture<Supplier<SpeakerStatus>> question) {
    if (!question.isDone()) {
      question.complete(captureNow());
    }
  }

  private void run() {
    try {
      while (!stopped) {
        turn();
      }
    } catch (InterruptedException e) {
      broken.accept(e);
    } catch (RuntimeException | Error e) {
      broken.accept(e);
    }
  }

  /** Waits for one item, or for the next deadline, and deals with it. */
  void turn() throws InterruptedException {
    if (performer.hasAnnounced()) {
      step(new Event.Announced(), performer.takeAnnouncedNanos());
    }
    EventQueue.Waiting item = queue.poll(restNanos(clock.getAsLong()));
    long now = clock.getAsLong();
    turnNanos = now;
    if (item != null) {
      lagNanos = now - item.sinceNanos();
    }
    lookAtPermit(now);
    act(item, now);
    permit.turned(clock.getAsLong());
  }

  private void act(EventQueue.@Nullable Waiting item, long now) {
    switch (item) {
      case EventQueue.Happened happened -> {
        step(happened.event(), now);
        if (happened.event() instanceof Event.ViewInstalled(View view)) {
          performer.viewTaken(view);
          lookAtPermit(now);
        }
      }
      case EventQueue.Asked asked -> asked.answer().run();
      case null -> {
        if (isDue(now)) {
          step(new Event.TimePassed(), now);
        }
      }
    }
  }

  private void lookAtPermit(long now) {
    long until = permit.ofGroupNanos();
    boolean held = until == Long.MAX_VALUE || until - now > 0;
    if (held != permitHeld) {
      permitHeld = held;
      step(new Event.PermitChanged(held), now);
    }
  }

  private void step(Event event, long now) {
    performer.perform(core.step(event, now), now);
    performer.owners(core.owners());
    settled = core.isSettled();
  }

  private boolean isDue(long now) {
    long deadline = core.nextDeadlineNanos();
    return deadline != Long.MAX_VALUE && deadline - now <= 0;
  }

  private long restNanos(long now) {
    long deadline = core.nextDeadlineNanos();
    long rest = Math.min(REST_MAX_NANOS, permitRestNanos(now));
    return deadline == Long.MAX_VALUE ? rest : Math.clamp(deadline - now, REST_MIN_NANOS, rest);
  }

  private long permitRestNanos(long now) {
    long until = permit.ofGroupNanos();
    if (until == Long.MAX_VALUE) {
      return REST_MAX_NANOS;
    }
    // One that comes back is not announced by an event.
    return permitHeld ? Math.max(until - now, REST_MIN_NANOS) : REST_NANOS;
  }
}
