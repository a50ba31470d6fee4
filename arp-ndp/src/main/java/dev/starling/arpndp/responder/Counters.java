package dev.starling.arpndp.responder;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * How often a responder did what. One thread counts; any thread may read, and sees each number as
 * it was a moment ago.
 */
public final class Counters {
  private final Map<DropReason, Counter> drops = new EnumMap<>(DropReason.class);
  private final Map<AnswerKind, Counter> answers = new EnumMap<>(AnswerKind.class);
  private final Counter told = new Counter();
  private final Counter suppressed = new Counter();

  Counters() {
    for (DropReason reason : DropReason.values()) {
      drops.put(reason, new Counter());
    }
    for (AnswerKind kind : AnswerKind.values()) {
      answers.put(kind, new Counter());
    }
  }

  /** Frames that got no answer for {@code reason}. */
  public long dropped(DropReason reason) {
    return of(drops, reason).value();
  }

  /** Questions of {@code kind} that were answered. */
  public long answered(AnswerKind kind) {
    return of(answers, kind).value();
  }

  /** How often the radar was told something. */
  public long radarTold() {
    return told.value();
  }

  /** How often it was not, since it had just been told the same or too much else. */
  public long radarSuppressed() {
    return suppressed.value();
  }

  void countDrop(DropReason reason) {
    of(drops, reason).increment();
  }

  void countAnswer(AnswerKind kind) {
    of(answers, kind).increment();
  }

  void countRadar(boolean wasTold) {
    (wasTold ? told : suppressed).increment();
  }

  private static <K> Counter of(Map<K, Counter> counters, K key) {
    return Objects.requireNonNull(counters.get(key));
  }
}
