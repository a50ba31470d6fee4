package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultsTextTest {
  @Test
  void thereIsALineForEachCell() {
    assertThat(ResultsText.lines(SampleResults.some()))
        .anyMatch(line -> line.matches("cut +starling +3 +183.0 +190.5 +190.5 +190.5 .* 37 +39 .*"))
        .anyMatch(line -> line.matches("cut +a<b&c +3 +3100.0 +none +none +none .*"))
        .anyMatch(line -> line.matches("return +starling +1 +900.0 .*"));
  }

  @Test
  void costsFalseFailoversAndFailuresFollow() {
    assertThat(ResultsText.lines(SampleResults.some()))
        .anyMatch(line -> line.matches("starling +1.5 \\(2.0\\) +95.0 \\(100.0\\) .*"))
        .anyMatch(line -> line.contains("0 false failovers in 5.0 minutes"))
        .anyMatch(line -> line.contains("a<b&c kill, round 1"));
  }

  @Test
  void nothingMeasuredIsOneLine() {
    assertThat(ResultsText.lines(SampleResults.none())).hasSize(1);
  }
}
