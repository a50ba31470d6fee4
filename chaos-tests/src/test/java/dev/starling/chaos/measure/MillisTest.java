package dev.starling.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MillisTest {
  @Test
  void roundsToOneDecimal() {
    assertThat(Millis.between(0, 187_349_000)).isEqualTo(187.3);
    assertThat(Millis.between(Long.MAX_VALUE, Long.MIN_VALUE + 999_999)).isEqualTo(1.0);
  }

  @Test
  void takesTheMedianOfWhatHappened() {
    assertThat(Millis.median(Stream.of(5.0, null, 1.0, 3.0))).isEqualTo(3.0);
    assertThat(Millis.median(Stream.of(1.0, 2.5))).isEqualTo(1.8);
    assertThat(Millis.median(Stream.of((Double) null))).isNull();
    assertThat(Millis.median(Stream.of())).isNull();
  }

  @Test
  void takesTheMedianOfEachPhaseByItself() {
    Millis median =
        Millis.median(
            List.of(
                new Millis(1.0, 2.0, 3.0, 4.0),
                new Millis(null, 4.0, 9.0, null),
                new Millis(5.0, 6.0, 7.0, 8.0)));

    assertThat(median).isEqualTo(new Millis(3.0, 4.0, 7.0, 6.0));
  }
}
