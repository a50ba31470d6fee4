package dev.starling.membership.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class ReplayWindowTest {
  @Test
  void takesEachCounterOnce() {
    ReplayWindow window = new ReplayWindow();
    assertThat(window.accept(1)).isTrue();
    assertThat(window.accept(1)).isFalse();
    assertThat(window.accept(3)).isTrue();
    assertThat(window.accept(2)).isTrue();
    assertThat(window.accept(2)).isFalse();
  }

  @Test
  void takesNothingBelowOne() {
    ReplayWindow window = new ReplayWindow();
    assertThat(window.accept(0)).isFalse();
    assertThat(window.accept(-1)).isFalse();
    assertThat(window.accept(Long.MIN_VALUE)).isFalse();
  }

  @Test
  void takesTheLastThousandAndNoneOlder() {
    ReplayWindow window = new ReplayWindow();
    assertThat(window.accept(5000)).isTrue();
    assertThat(window.accept(5000 - ReplayWindow.WIDTH + 1)).isTrue();
    assertThat(window.accept(5000 - ReplayWindow.WIDTH)).isFalse();
  }

  @Test
  void standsTheHighestCounter() {
    ReplayWindow window = new ReplayWindow();
    assertThat(window.accept(Long.MAX_VALUE)).isTrue();
    assertThat(window.accept(Long.MAX_VALUE)).isFalse();
    assertThat(window.accept(Long.MAX_VALUE - 1)).isTrue();
    assertThat(window.accept(1)).isFalse();
  }

  @RepeatedTest(200)
  void doesAsAPlainSetWould(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    Random random = new Random(seed);
    ReplayWindow window = new ReplayWindow();
    Set<Long> seen = new TreeSet<>();
    long highest = 0;
    long around = 1;
    for (int step = 0; step < 2000; step++) {
      around += random.nextInt(50) == 0 ? random.nextInt(3000) : random.nextInt(3);
      long counter = around - random.nextInt(1200);
      boolean expected =
          counter > 0 && counter > highest - ReplayWindow.WIDTH && !seen.contains(counter);
      assertThat(window.admits(counter)).as("seed %d step %d", seed, step).isEqualTo(expected);
      assertThat(window.accept(counter)).as("seed %d step %d", seed, step).isEqualTo(expected);
      if (expected) {
        seen.add(counter);
        highest = Math.max(highest, counter);
      }
    }
  }
}
