package dev.starling.chaos.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogEventTest {
  @Test
  void readsASuspicion() {
    LogEvent event =
        LogEvent.parse("{\"event\":\"suspected\",\"nanos\":123,\"node\":\"n3\"}").orElseThrow();

    assertThat(event.nanos()).isEqualTo(123);
    assertThat(event.suspects("n3")).isTrue();
    assertThat(event.suspects("n1")).isFalse();
    assertThat(event.installsViewWithout("n3")).isFalse();
  }

  @Test
  void readsAView() {
    LogEvent event =
        LogEvent.parse(
                "{\"event\":\"view-installed\",\"nanos\":-5,\"members\":[\"n1\",\"n2\"],\"x\":1}")
            .orElseThrow();

    assertThat(event.nanos()).isEqualTo(-5);
    assertThat(event.members()).containsExactly("n1", "n2");
    assertThat(event.installsViewWithout("n3")).isTrue();
    assertThat(event.installsViewWithout("n2")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Picked up JAVA_TOOL_OPTIONS: -Xmx64m",
        "{",
        "{\"event\":\"suspected\"}",
        "{\"nanos\":1}",
        "{\"event\":\"suspected\",\"nanos\":\"soon\"}",
        "{\"event\":7,\"nanos\":1}",
        "{\"event\":\"suspected\",\"nanos\":12"
      })
  void leavesOtherLinesAlone(String line) {
    assertThat(LogEvent.parse(line)).isEmpty();
  }
}
