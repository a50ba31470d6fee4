package dev.starling.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class KeyStretchingTest {
  private static final KeyText ONE = KeyText.generate(new Random(1));
  private static final KeyText TWO = KeyText.generate(new Random(2));

  @Test
  void givesTheSameKeysForTheSameTextsAndCluster() {
    Keyring ring = new KeyStretching("blue").ring(List.of(ONE, TWO));
    assertThat(ring).isEqualTo(new KeyStretching("blue").ring(List.of(ONE, TWO)));
    assertThat(ring.newest()).isEqualTo(new KeyStretching("blue").ring(List.of(ONE)).newest());
    assertThat(ring.newest()).isNotEqualTo(new KeyStretching("red").ring(List.of(ONE)).newest());
  }

  @Test
  void remembersWhatItHasStretched() {
    KeyStretching stretching = new KeyStretching("blue");
    MasterKey first = stretching.ring(List.of(ONE)).newest();
    assertThat(stretching.ring(List.of(TWO, ONE)).keys().getLast()).isSameAs(first);
  }

  /** A changed derivation would part a cluster in the middle of an upgrade. */
  @Test
  void makesTheSameKeyInEveryVersion() {
    assertThat(new KeyStretching("golden").ring(List.of(ONE)).newest().name())
        .isEqualTo("5e42a91b");
  }
}
