package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PermitTest {
  private final Permit permit = new Permit(Long.MAX_VALUE);

  @Test
  void showsWhatItWasMovedTo() {
    permit.moveTo(at(100), at(0));
    assertThat(permit.untilNanos()).isEqualTo(at(100));
  }

  @Test
  void isShortenedWhereItGetsAnEnd() {
    assertThat(permit.moveTo(at(100), at(0))).isTrue();
    assertThat(permit.moveTo(Long.MAX_VALUE, at(0))).isFalse();
    assertThat(permit.moveTo(Long.MAX_VALUE, at(0))).isFalse();
    assertThat(permit.moveTo(at(-1), at(0))).isTrue();
  }

  @Test
  void isShortenedWhereItEndsSoonerThanWasSaid() {
    permit.moveTo(at(100), at(0));
    assertThat(permit.moveTo(at(180), at(0))).isFalse();
    assertThat(permit.moveTo(at(180), at(0))).isFalse();
    assertThat(permit.moveTo(at(150), at(0))).isTrue();
    assertThat(permit.moveTo(at(-1), at(0))).isTrue();
  }

  @Test
  void isNotShortenedWhereItHadEnded() {
    permit.moveTo(at(-1), at(0));
    assertThat(permit.moveTo(at(-5), at(0))).isFalse();
    assertThat(permit.moveTo(at(100), at(0))).isFalse();
    assertThat(permit.moveTo(at(50), at(100))).isFalse();
  }

  /** Ten milliseconds before the clock turns. */
  private static long at(long millis) {
    return Long.MAX_VALUE + (millis - 10) * 1_000_000;
  }
}
