package dev.starling.speaker.kube.writes;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * How long to wait for an API server that does not answer, or does not want to. No answer makes all
 * writes wait, twice as long each time, by chance somewhat less, so that many speakers do not come
 * back at once; what is forbidden makes only its kind wait. An API server that has just started
 * forbids everything and knows no kinds of others for a moment, so that is told only if it lasts.
 */
final class Patience {
  private static final long FIRST_WAIT_MILLIS = 250;
  private static final long WAIT_MILLIS_MAX = 30_000;
  private static final long THROTTLED_MILLIS_MAX = 300_000;
  private static final long FIRST_BLOCKED_MILLIS = 1_000;
  private static final long FORBIDDEN_MILLIS_MAX = 300_000;
  private static final long NOT_SERVED_MILLIS_MAX = 60_000;
  private static final long BLOCKED_TOLD_MILLIS = 10_000;
  private static final long REFUSAL_TOLD_MILLIS = 60_000;
  private static final int TIMES_MAX = 1_000;

  /** One failure is often no more than a connection that was closed while it was idle. */
  private static final int FAILURES_TOLD = 2;

  private final SplittableRandom chance;
  private final Map<WriteKind, Long> heldUntilNanos = new EnumMap<>(WriteKind.class);
  private final Map<WriteKind, Blocked> blocked = new EnumMap<>(WriteKind.class);
  private final Map<WriteKind, Long> refusalToldNanos = new EnumMap<>(WriteKind.class);
  private int failures;
  private long failingSinceNanos;
  private long pausedUntilNanos;
  private @Nullable String lastError;

  private record Blocked(long sinceNanos, int times, boolean told) {}

  Patience(long seed) {
    chance = new SplittableRandom(seed);
  }

  /** From when on a write of {@code kind} may be tried; in the past where it may. */
  long readyNanos(WriteKind kind, long nowNanos) {
    long ready = heldUntilNanos.getOrDefault(kind, nowNanos);
    return failures == 0 ? ready : Times.later(ready, pausedUntilNanos);
  }

  /** Whether the last attempt found nobody who would take it. */
  boolean isFailing() {
    return failures > 0;
  }

  /** The last thing that went wrong, or null. */
  @Nullable String lastError() {
    return lastError;
  }

  /** Learns from how an attempt went; returns what is to be told of it. */
  List<WriteNote> judge(Write write, Outcome outcome, long nowNanos) {
    WriteKind kind = write.kind();
    List<WriteNote> notes = new ArrayList<>();
    switch (outcome) {
      case Outcome.Unreachable(String why) -> fail(why, 0, nowNanos, notes);
      case Outcome.Throttled(long retryAfterMillis, String why) ->
          fail(why, retryAfterMillis, nowNanos, notes);
      case Outcome.Forbidden(String rule) -> {
        lastError = rule;
        WriteNote note = new WriteNote.WritesForbidden(kind, rule);
        block(kind, FORBIDDEN_MILLIS_MAX, note, nowNanos, notes);
      }
      case Outcome.NotServed(String why) -> {
        lastError = why;
        WriteNote note = new WriteNote.KindNotServed(kind, why);
        block(kind, NOT_SERVED_MILLIS_MAX, note, nowNanos, notes);
      }
      case Outcome.Refused(String why) -> refuse(write, why, nowNanos, notes);
      case Outcome.Conflicted(String why) -> lastError = why;
      case Outcome.Written _, Outcome.Deleted _ -> {
        Blocked was = blocked.remove(kind);
        if (was != null && was.told()) {
          notes.add(new WriteNote.WritesAllowed(kind));
        }
      }
    }
    boolean answered =
        !(outcome instanceof Outcome.Unreachable) && !(outcome instanceof Outcome.Throttled);
    if (answered) {
      if (failures >= FAILURES_TOLD) {
        long failedMillis = Times.millisBetween(failingSinceNanos, nowNanos);
        notes.addFirst(new WriteNote.WritesWorking(failedMillis));
      }
      failures = 0;
    }
    return notes;
  }

  private void fail(String why, long askedMillis, long nowNanos, List<WriteNote> notes) {
    lastError = why;
    if (failures == 0) {
      failingSinceNanos = nowNanos;
    }
    long wait = Times.doubled(FIRST_WAIT_MILLIS, failures, WAIT_MILLIS_MAX);
    failures = Math.min(failures + 1, TIMES_MAX);
    if (failures == FAILURES_TOLD) {
      notes.add(new WriteNote.WritesFailing(why));
    }
    long shortened = wait - chance.nextLong(wait / 2);
    long asked = Math.min(askedMillis, THROTTLED_MILLIS_MAX);
    pausedUntilNanos = Times.after(nowNanos, Math.max(shortened, asked));
  }

  private void block(
      WriteKind kind, long maxMillis, WriteNote note, long nowNanos, List<WriteNote> notes) {
    Blocked was = blocked.getOrDefault(kind, new Blocked(nowNanos, 0, false));
    boolean tell =
        !was.told() && Times.millisBetween(was.sinceNanos(), nowNanos) >= BLOCKED_TOLD_MILLIS;
    if (tell) {
      notes.add(note);
    }
    long wait = Times.doubled(FIRST_BLOCKED_MILLIS, was.times(), maxMillis);
    heldUntilNanos.put(kind, Times.after(nowNanos, wait));
    int times = Math.min(was.times() + 1, TIMES_MAX);
    blocked.put(kind, new Blocked(was.sinceNanos(), times, was.told() || tell));
  }

  private void refuse(Write write, String why, long nowNanos, List<WriteNote> notes) {
    lastError = why;
    Long told = refusalToldNanos.get(write.kind());
    if (told == null || Times.millisBetween(told, nowNanos) >= REFUSAL_TOLD_MILLIS) {
      refusalToldNanos.put(write.kind(), nowNanos);
      notes.add(new WriteNote.WriteRefused(write.kind(), write.key(), why));
    }
  }
}
