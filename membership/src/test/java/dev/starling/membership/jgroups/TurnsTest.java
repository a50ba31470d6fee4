package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {
  @Test
  void aFewAreServedInEachRound() {
    Turns turns = new Turns();

    assertThat(turns.next(List.of("a", "b"))).containsExactly("a", "b");
    assertThat(turns.next(List.of("a", "b"))).containsExactlyInAnyOrder("a", "b");
    assertThat(turns.next(List.of())).isEmpty();
  }

  @Test
  void whoWasNotServedIsNext() {
    Turns turns = new Turns();
    List<Integer> all = upTo(25);

    List<Integer> served = new ArrayList<>(turns.next(all));
    assertThat(served).hasSize(10);
    served.addAll(turns.next(all));
    served.addAll(turns.next(all));

    assertThat(served).hasSize(30).containsAll(all);
  }

  @Test
  void aThousandAreServedInTwentyRounds() {
    Turns turns = new Turns();
    List<Integer> all = upTo(1_000);

    List<Integer> served = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      served.addAll(turns.next(all));
    }

    assertThat(served).containsExactlyElementsOf(all);
  }

  @Test
  void fewerThanBeforeAreNotMissed() {
    Turns turns = new Turns();
    turns.next(upTo(25));

    assertThat(turns.next(upTo(3))).containsExactlyInAnyOrderElementsOf(upTo(3));
  }

  private static List<Integer> upTo(int count) {
    return IntStream.range(0, count).boxed().toList();
  }
}
