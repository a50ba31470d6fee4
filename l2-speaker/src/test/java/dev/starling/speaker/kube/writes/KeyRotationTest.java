package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyRotationTest {
  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration DAY = Duration.ofHours(24);
  private static final long LATER = World.nanos(60_000);

  private final KeyRotation rotation = new KeyRotation(DAY, 0);

  private void ready(@Nullable String rotatedAt) {
    rotation.secret(new KeySecret("7", CREATED, rotatedAt), 0);
    rotation.leader(true, 0);
    rotation.settled(true, 0);
  }

  @Test
  void aKeyIsDueADayAfterTheLastRotation() {
    ready("2026-01-05T10:00:00Z");
    Instant due = Instant.parse("2026-01-06T10:00:00Z");
    assertThat(rotation.dueVersion(due.minusSeconds(1), LATER)).isNull();
    assertThat(rotation.verdict(due.minusSeconds(1), LATER)).isEqualTo(KeyRotation.Verdict.NOT_DUE);
    assertThat(rotation.dueVersion(due, LATER)).isEqualTo("7");
  }

  @Test
  void aSecretThatWasNeverRotatedCountsFromItsCreation() {
    ready(null);
    assertThat(rotation.dueVersion(CREATED.plus(DAY).minusSeconds(1), LATER)).isNull();
    assertThat(rotation.dueVersion(CREATED.plus(DAY), LATER)).isEqualTo("7");
  }

  @Test
  void anAnnotationThatMeansNothingDoesNotCount() {
    ready("yesterday");
    assertThat(rotation.dueVersion(CREATED.plus(DAY), LATER)).isEqualTo("7");
    ready("2999-01-01T00:00:00Z");
    assertThat(rotation.dueVersion(CREATED.plus(DAY), LATER)).isEqualTo("7");
  }

  @Test
  void onlyTheLeaderRotates() {
    ready(null);
    rotation.leader(false, 0);
    assertThat(rotation.verdict(CREATED.plus(DAY), LATER))
        .isEqualTo(KeyRotation.Verdict.NOT_LEADER);
  }

  @Test
  void nothingRotatesWhileAMemberLagsBehind() {
    ready(null);
    rotation.settled(false, 0);
    assertThat(rotation.verdict(CREATED.plus(DAY), LATER)).isEqualTo(KeyRotation.Verdict.UNDER_WAY);
  }

  @Test
  void aChangeOfAnythingStartsAMinuteOfQuiet() {
    ready(null);
    Instant late = CREATED.plus(DAY);
    assertThat(rotation.verdict(late, LATER - 1)).isEqualTo(KeyRotation.Verdict.UNQUIET);
    rotation.secret(new KeySecret("8", CREATED, null), LATER);
    assertThat(rotation.verdict(late, LATER)).isEqualTo(KeyRotation.Verdict.UNQUIET);
    rotation.settled(false, 2 * LATER);
    rotation.settled(true, 3 * LATER);
    assertThat(rotation.verdict(late, 3 * LATER)).isEqualTo(KeyRotation.Verdict.UNQUIET);
    assertThat(rotation.verdict(late, 4 * LATER)).isEqualTo(KeyRotation.Verdict.ROTATE);
  }

  @Test
  void aVersionIsTriedOnce() {
    ready(null);
    rotation.tried("7");
    assertThat(rotation.verdict(CREATED.plus(DAY), LATER)).isEqualTo(KeyRotation.Verdict.WRITTEN);
    rotation.secret(new KeySecret("8", CREATED, null), 0);
    assertThat(rotation.dueVersion(CREATED.plus(DAY), LATER)).isEqualTo("8");
  }

  @Test
  void withoutASecretThereIsNothingToRotate() {
    rotation.leader(true, 0);
    assertThat(rotation.verdict(CREATED, LATER)).isEqualTo(KeyRotation.Verdict.NO_SECRET);
  }

  @Test
  void noPeriodIsShorterThanTenMinutes() {
    KeyRotation hasty = new KeyRotation(Duration.ofSeconds(1), 0);
    hasty.secret(new KeySecret("7", CREATED, null), 0);
    hasty.leader(true, 0);
    hasty.settled(true, 0);
    assertThat(hasty.verdict(CREATED.plusSeconds(599), LATER))
        .isEqualTo(KeyRotation.Verdict.NOT_DUE);
  }
}
