package dev.starling.chaos.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {
  @Test
  void handsInputOverAndReturnsOutput() {
    assertThat(Command.run(List.of("cat"), "hello\n")).isEqualTo("hello");
  }

  @Test
  void anArmedCommandActsWhenFired() {
    try (Command command = Command.arm(List.of("cat"))) {
      long before = System.nanoTime();
      long fired = command.fire("now");
      assertThat(command.finish()).isEqualTo("now");
      assertThat(fired - before).isNotNegative();
      assertThat(System.nanoTime() - fired).isPositive();
    }
  }

  @Test
  void tellsWhatAFailedProgramSaid() {
    assertThatThrownBy(() -> Command.run(List.of("sh", "-c", "echo no such thing >&2; exit 3")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("exit code 3")
        .hasMessageContaining("no such thing");
  }

  @Test
  void tellsThatAProgramIsMissing() {
    assertThatThrownBy(() -> Command.run(List.of("starling-has-no-such-program")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("cannot run starling-has-no-such-program");
  }
}
