package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyLookTest {
  private final List<Boolean> answers = new ArrayList<>();
  private final List<Throwable> broken = new ArrayList<>();

  @Test
  void theAnswerIsHandedOn() {
    new KeyLook(() -> true, answers::add, broken::add).run();
    new KeyLook(() -> false, answers::add, broken::add).run();
    assertThat(answers).containsExactly(true, false);
    assertThat(broken).isEmpty();
  }

  @Test
  void aLookThatFailsIsANoAndIsTold() {
    var failure = new IllegalStateException("told to");
    new KeyLook(
            () -> {
              throw failure;
            },
            answers::add,
            broken::add)
        .run();
    assertThat(answers).containsExactly(false);
    assertThat(broken).containsExactly(failure);
  }
}
