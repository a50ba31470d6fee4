package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class QuietTimesTest {
  private static final long QUIET = Radar.QUIET_NANOS;
  private static final InetAddress ONE = InetAddress.ofLiteral("10.7.0.10");
  private static final InetAddress OTHER = InetAddress.ofLiteral("2001:db8:7::10");

  private final QuietTimes quiet = new QuietTimes(1);
  private long now = Long.MAX_VALUE - QUIET / 2;

  @Test
  void aClaimantIsQuietForAWhileAlsoAcrossTheWrapOfTheClock() {
    assertThat(tells(ONE, 1)).isTrue();
    now += QUIET - 1;
    assertThat(tells(ONE, 1)).isFalse();
    now++;
    assertThat(tells(ONE, 1)).isTrue();
  }

  @Test
  void anotherClaimantIsNotUntilTheyAreTooMany() {
    for (int claimant = 1; claimant <= Radar.CLAIMANTS_MAX; claimant++) {
      assertThat(tells(ONE, claimant)).isTrue();
      now++;
    }
    assertThat(tells(ONE, 99)).isFalse();

    now += QUIET - Radar.CLAIMANTS_MAX;
    assertThat(tells(ONE, 99)).as("after the first of them").isTrue();
    assertThat(tells(ONE, 98)).as("before the second").isFalse();
  }

  @Test
  void nobodyIsToldOfOnlyWhereNothingWasToldAndTakesNoClaimantsPlace() {
    assertThat(tells(ONE, QuietTimes.NOBODY)).isTrue();
    for (int claimant = 1; claimant <= Radar.CLAIMANTS_MAX; claimant++) {
      assertThat(tells(ONE, claimant)).isTrue();
    }

    now += QUIET - 1;
    assertThat(tells(ONE, QuietTimes.NOBODY)).isFalse();
    now++;
    assertThat(tells(ONE, QuietTimes.NOBODY)).isTrue();
  }

  @Test
  void anAddressInTheSamePlaceIsNotQuietForThat() {
    assertThat(tells(ONE, 1)).isTrue();
    assertThat(tells(OTHER, 1)).isTrue();
    assertThat(tells(OTHER, 1)).isFalse();
    assertThat(tells(ONE, 1)).as("forgotten since").isTrue();
  }

  private boolean tells(InetAddress about, long claimant) {
    if (quiet.isQuiet(about, claimant, now)) {
      return false;
    }
    quiet.begin(about, claimant, now);
    return true;
  }
}
