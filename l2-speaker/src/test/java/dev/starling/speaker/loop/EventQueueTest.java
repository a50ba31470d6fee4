package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EventQueueTest {
  private final List<Throwable> broken = new ArrayList<>();
  private final EventQueue queue = new EventQueue(() -> 42, broken::add);

  @Test
  void eventsComeOutInTheOrderInWhichTheyWentIn() throws InterruptedException {
    queue.post(new Event.DrainRequested());
    queue.offer(new Event.WitnessHeard());

    assertThat(queue.depth()).isEqualTo(2);
    assertThat(queue.poll(0)).isEqualTo(new EventQueue.Happened(new Event.DrainRequested(), 42));
    assertThat(queue.poll(0)).isEqualTo(new EventQueue.Happened(new Event.WitnessHeard(), 42));
    assertThat(queue.poll(0)).isNull();
  }

  @Test
  void whatMayBeLostLeavesHalfOfTheRoomAndIsCountedByKind() {
    for (int i = 0; i < EventQueue.CAPACITY / 2; i++) {
      assertThat(queue.offer(new Event.WitnessHeard())).isTrue();
    }

    assertThat(queue.offer(new Event.WitnessHeard())).isFalse();
    assertThat(queue.ask(() -> {})).isFalse();
    assertThat(queue.ask(() -> {})).isFalse();
    assertThat(queue.lost()).isEqualTo(Map.of("WitnessHeard", 1L, "Question", 2L));
    assertThat(broken).isEmpty();

    queue.post(new Event.DrainRequested());
    assertThat(broken).isEmpty();
  }

  @Test
  void ofConfigurationsTheLastOneWaitsInThePlaceOfTheFirst() throws InterruptedException {
    queue.post(new Event.Configured(plan("n1"), true));
    queue.post(new Event.DrainRequested());
    for (int i = 0; i < 2 * EventQueue.CAPACITY; i++) {
      queue.post(new Event.Configured(plan("n" + i), false));
    }

    assertThat(broken).isEmpty();
    assertThat(queue.depth()).isEqualTo(2);
    var last = new Event.Configured(plan("n" + (2 * EventQueue.CAPACITY - 1)), true);
    assertThat(queue.poll(0)).isEqualTo(new EventQueue.Happened(last, 42));
    assertThat(queue.poll(0)).isEqualTo(new EventQueue.Happened(new Event.DrainRequested(), 42));

    queue.post(new Event.Configured(plan("n1"), false));
    assertThat(queue.poll(0))
        .isEqualTo(new EventQueue.Happened(new Event.Configured(plan("n1"), false), 42));
    assertThat(queue.poll(0)).isNull();
  }

  private static Plan plan(String node) {
    return new Plan(new TreeSet<>(List.of(node)), List.of(), false);
  }

  @Test
  void anEventThatMustNotBeLostAndFindsNoRoomBreaksAnInvariant() {
    for (int i = 0; i < EventQueue.CAPACITY; i++) {
      queue.post(new Event.TimePassed());
    }
    assertThat(broken).isEmpty();

    queue.post(new Event.DrainRequested());

    assertThat(broken)
        .singleElement()
        .satisfies(e -> assertThat(e).hasMessageContaining("DrainRequested"));
  }
}
