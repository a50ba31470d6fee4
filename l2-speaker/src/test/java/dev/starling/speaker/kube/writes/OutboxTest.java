package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private final Outbox outbox = new Outbox(3);

  private static Write delete(String name, String uid) {
    return new Write.DeleteStatus(name, uid);
  }

  @Test
  void aNewerWriteTakesThePlaceAndTheTurnOfAnOlderOne() {
    outbox.put(delete("a", "1"), 100);
    outbox.put(delete("a", "2"), 200);
    assertThat(outbox.size()).isEqualTo(1);
    assertThat(Objects.requireNonNull(outbox.take(WriteKind.STATUS, 100)).write())
        .isEqualTo(delete("a", "2"));
    assertThat(outbox.dropped()).containsExactly(Map.entry(DropReason.REPLACED, 1L));
  }

  @Test
  void aWriteThatIsWantedSoonerComesSooner() {
    outbox.put(delete("a", "1"), 200);
    outbox.put(delete("a", "1"), 100);
    assertThat(outbox.dueNanos(WriteKind.STATUS)).isEqualTo(100);
    assertThat(outbox.dropped()).isEmpty();
  }

  @Test
  void nothingComesBeforeItsTime() {
    outbox.put(delete("a", "1"), 100);
    assertThat(outbox.take(WriteKind.STATUS, 99)).isNull();
    assertThat(outbox.take(WriteKind.EVENT, 100)).isNull();
  }

  @Test
  void theOrderHoldsWhereTheClockWraps() {
    outbox.put(delete("late", "1"), Long.MIN_VALUE + 5);
    outbox.put(delete("early", "1"), Long.MAX_VALUE - 5);
    assertThat(Objects.requireNonNull(outbox.take(WriteKind.STATUS, Long.MIN_VALUE)).write())
        .isEqualTo(delete("early", "1"));
    assertThat(outbox.take(WriteKind.STATUS, Long.MIN_VALUE)).isNull();
  }

  @Test
  void whatWasTriedDoesNotComeBackOverSomethingNewer() {
    outbox.put(delete("a", "1"), 0);
    Outbox.Entry tried = Objects.requireNonNull(outbox.take(WriteKind.STATUS, 0));
    outbox.put(delete("a", "2"), 0);
    outbox.putBack(tried, 0);
    assertThat(outbox.waiting("status/a")).isEqualTo(delete("a", "2"));
  }

  @Test
  void attemptsAreCounted() {
    outbox.put(delete("a", "1"), 0);
    outbox.putBack(Objects.requireNonNull(outbox.take(WriteKind.STATUS, 0)), 0);
    assertThat(Objects.requireNonNull(outbox.take(WriteKind.STATUS, 0)).attempts()).isEqualTo(1);
  }

  @Test
  void aFullBoxTakesNothingMoreAndSaysSo() {
    for (int i = 0; i < 5; i++) {
      outbox.put(delete("a" + i, "1"), 0);
    }
    assertThat(outbox.size()).isEqualTo(3);
    assertThat(outbox.dropped()).containsEntry(DropReason.QUEUE_FULL, 2L);
  }
}
