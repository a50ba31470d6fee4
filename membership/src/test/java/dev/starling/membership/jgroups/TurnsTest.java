package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnsTest {
  @Test
  void nobodyIsServedTwiceInARound() {
    Turns turns = new Turns();

    assertThat(turns.next(List.of("a", "b"), 10)).containsExactly("a", "b");
    assertThat(turns.next(List.of("a", "b"), 10)).containsExactlyInAnyOrder("a", "b");
    assertThat(turns.next(List.of(), 10)).isEmpty();
  }

  @Test
  void whoWasNotServedIsNext() {
    Turns turns = new Turns();

    assertThat(turns.next(List.of(1, 2, 3), 2)).containsExactly(1, 2);
    assertThat(turns.next(List.of(1, 2, 3), 2)).containsExactly(3, 1);
    assertThat(turns.next(List.of(1, 2, 3), 1)).containsExactly(2);
  }

  @Test
  void fewerThanBeforeAreNotMissed() {
    Turns turns = new Turns();
    turns.next(List.of(1, 2, 3, 4, 5), 5);

    assertThat(turns.next(List.of(1, 2), 2)).containsExactlyInAnyOrder(1, 2);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "10, 5", "1024, 512"})
  void allAreServedInTurn(int size, int rounds) {
    Turns turns = new Turns();
    List<Integer> all = IntStream.range(0, size).boxed().toList();

    List<Integer> served = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      served.addAll(turns.next(all, 2));
    }

    assertThat(served).containsAll(all);
  }
}
