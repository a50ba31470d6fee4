package dev.starling.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
  @Test
  void aPercentileIsAFigureThatWasMeasured() {
    Distribution hundred =
        Distribution.of(IntStream.rangeClosed(1, 100).mapToObj(each -> (double) each).toList());

    assertThat(hundred.median()).isEqualTo(50);
    assertThat(hundred.percentile(99)).isEqualTo(99);
    assertThat(hundred.most()).isEqualTo(100);
  }

  @Test
  void ofOneFigureEachPercentileIsThatFigure() {
    Distribution one = Distribution.of(List.of(7.5));

    assertThat(one.percentile(1)).isEqualTo(7.5);
    assertThat(one.most()).isEqualTo(7.5);
  }

  @Test
  void ofNoFigureItIsNought() {
    assertThat(Distribution.of(List.of()).median()).isZero();
  }
}
