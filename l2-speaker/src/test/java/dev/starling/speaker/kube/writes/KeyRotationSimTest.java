package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Some speakers, now and then two of them leaders, one Secret, and ten days. */
class KeyRotationSimTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration DAY = Duration.ofHours(24);
  private static final int SPEAKERS = 3;
  private static final int DAYS = 10;
  private static final int STEP_SECONDS = 30;
  private static final int STEPS = DAYS * 24 * 3_600 / STEP_SECONDS;
  private static final int LAG_STEPS_MAX = 240;

  private final List<Registrar> speakers = new ArrayList<>();
  private final List<Instant> rotations = new ArrayList<>();
  private final long[] shownAtStep = new long[SPEAKERS];
  private SplittableRandom chance = new SplittableRandom(0);
  private long version = 1;
  private long settledAtStep;

  @RepeatedTest(10)
  void aKeyIsRotatedOnceADayAndNeverBeforeTheLastOneIsEverywhere(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    chance = new SplittableRandom(seed);
    for (int i = 0; i < SPEAKERS; i++) {
      WriterRules rules = new WriterRules("n" + i, false, false, DAY);
      speakers.add(new Registrar(rules, chance.nextLong(), 0));
    }
    for (int step = 0; step < STEPS; step++) {
      step(step);
    }
    assertThat(rotations).as("-Dseed=" + seed).hasSizeBetween(DAYS - 2, DAYS);
    for (int i = 1; i < rotations.size(); i++) {
      Duration between = Duration.between(rotations.get(i - 1), rotations.get(i));
      assertThat(between).as("-Dseed=" + seed).isGreaterThanOrEqualTo(DAY);
    }
  }

  private void step(int step) {
    long nowNanos = World.nanos(1_000L * step * STEP_SECONDS);
    Instant wall = START.plusSeconds((long) step * STEP_SECONDS);
    boolean reshuffled = step % 120 == 0;
    int first = chance.nextInt(SPEAKERS);
    int second = chance.nextInt(SPEAKERS);
    for (int i = 0; i < SPEAKERS; i++) {
      Registrar speaker = speakers.get(i);
      if (reshuffled) {
        boolean leader = i == first || (i == second && chance.nextInt(4) == 0);
        speaker.members(World.members(leader, "n0", "n1", "n2"), nowNanos);
      }
      if (step >= shownAtStep[i]) {
        String at = rotations.isEmpty() ? null : rotations.getLast().toString();
        speaker.secret(new KeySecret(Long.toString(version), START, at), nowNanos);
      }
      speaker.keysSettled(step >= settledAtStep, nowNanos);
      Write write = speaker.next(wall, nowNanos);
      if (write instanceof Write.RotateKey(String of)) {
        assertThat(step).isGreaterThanOrEqualTo((int) settledAtStep);
        speaker.answered(rotate(of, step, wall), nowNanos);
      }
    }
  }

  private Outcome rotate(String of, int step, Instant wall) {
    if (chance.nextInt(3) == 0) {
      return new Outcome.Unreachable("away");
    }
    if (!of.equals(Long.toString(version))) {
      return new Outcome.Conflicted("changed");
    }
    version++;
    rotations.add(wall);
    settledAtStep = step + 1L + chance.nextInt(LAG_STEPS_MAX);
    for (int i = 0; i < SPEAKERS; i++) {
      shownAtStep[i] = step + 1L + chance.nextInt(3);
    }
    return new Outcome.Written("u", Long.toString(version));
  }
}
