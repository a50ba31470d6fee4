package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkStateTest {
  /** Letters: p present, u up, c carrier, f its frames are captured; then address and index. */
  @ParameterizedTest
  @CsvSource({
    "pucf a 1, ---- a 1, gone",
    "----   0, ----   0, gone",
    "----   0, pucf a 1, new",
    "pucf a 1, pucf a 2, replaced",
    "pucf a 1, p--- b 2, replaced",
    "pucf a 1, pucf b 1, mac-changed",
    "pucf a 1, p--- b 1, mac-changed",
    "p--- a 1, pucf a 1, up",
    "pucf a 1, p--- a 1, down",
    "pu-- a 1, pucf a 1, carrier",
    "pucf a 1, pu-- a 1, no-carrier",
    "puc- a 1, pucf a 1, usable",
    "pucf a 1, puc- a 1, unusable"
  })
  void mostTellingDifferenceIsNamed(String before, String after, String change) {
    assertThat(state(after).changeFrom(state(before))).isEqualTo(change);
  }

  @Test
  void linkSeenForTheFirstTimeIsNewOrGone() {
    @Nullable LinkState none = null;
    assertThat(state("pucf a 1").changeFrom(none)).isEqualTo("new");
    assertThat(state("----   0").changeFrom(none)).isEqualTo("gone");
  }

  @Test
  void changeTooShortToBeSeenIsAFlap() {
    LinkState before = state("pucf a 1");
    var after =
        new LinkState("eth0", true, true, true, true, before.mac(), 1, true, 2, false, false);
    assertThat(after.changeFrom(before)).isEqualTo("flapped");
    assertThat(after.isOtherWireThan(before)).isTrue();
    assertThat(state("pucf a 1").isOtherWireThan(before)).isFalse();
  }

  private static LinkState state(String text) {
    String mac = text.charAt(5) == ' ' ? null : "02:00:00:00:00:0" + text.charAt(5);
    return new LinkState(
        "eth0",
        text.charAt(0) == 'p',
        text.charAt(1) == 'u',
        text.charAt(2) == 'c',
        text.charAt(3) == 'f',
        mac,
        text.charAt(7) - '0',
        true,
        0,
        false,
        false);
  }
}
