package dev.starling.chaos.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PatienceTest {
  @Test
  void endsAsSoonAsTheStateIsReached() {
    AtomicInteger looks = new AtomicInteger();

    Patience.await("three", Duration.ofSeconds(5), () -> looks.incrementAndGet() == 3, () -> "");

    assertThat(looks).hasValue(3);
  }

  @Test
  void tellsWhatWasAwaitedAndWhatWasSeen() {
    assertThatThrownBy(
            () -> Patience.await("a miracle", Duration.ofMillis(1), () -> false, () -> "rain"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("a miracle")
        .hasMessageContaining("last seen: rain");
  }
}
