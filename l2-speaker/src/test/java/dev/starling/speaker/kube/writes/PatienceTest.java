package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final Write STATUS = new Write.DeleteStatus("a", "1");
  private static final Write KEY = new Write.RotateKey("1");
  private static final Outcome AWAY = new Outcome.Unreachable("away");
  private static final Outcome DONE = new Outcome.Deleted();

  private final Patience patience = new Patience(1);

  private long waitMillis(WriteKind kind, long nowNanos) {
    return Times.millisBetween(nowNanos, patience.readyNanos(kind, nowNanos));
  }

  @RepeatedTest(50)
  void theWaitGrowsToHalfAMinuteAndNoFurther(RepetitionInfo repetition) {
    Patience some = new Patience(repetition.getCurrentRepetition());
    long expected = 250;
    for (int i = 0; i < 20; i++) {
      some.judge(STATUS, AWAY, 0);
      long wait = Times.millisBetween(0, some.readyNanos(WriteKind.STATUS, 0));
      assertThat(wait).isBetween(expected / 2, expected);
      expected = Math.min(30_000, expected * 2);
    }
  }

  @Test
  void aServerThatIsAwayIsToldOnceAndOnceMoreWhenItIsBack() {
    assertThat(patience.judge(STATUS, AWAY, 0)).isEmpty();
    assertThat(patience.isFailing()).isTrue();
    assertThat(waitMillis(WriteKind.KEY, 0)).isPositive();
    assertThat(patience.judge(STATUS, AWAY, World.nanos(500)))
        .containsExactly(new WriteNote.WritesFailing("away"));
    assertThat(patience.judge(STATUS, AWAY, World.nanos(1_000))).isEmpty();
    assertThat(patience.judge(KEY, DONE, World.nanos(2_000)))
        .containsExactly(new WriteNote.WritesWorking(2_000));
    assertThat(patience.judge(KEY, DONE, World.nanos(3_000))).isEmpty();
    assertThat(waitMillis(WriteKind.STATUS, World.nanos(3_000))).isZero();
  }

  @Test
  void oneFailureIsNotWorthAWord() {
    assertThat(patience.judge(STATUS, AWAY, 0)).isEmpty();
    assertThat(patience.judge(STATUS, DONE, World.nanos(250))).isEmpty();
  }

  @Test
  void theServerMayAskForMorePatience() {
    patience.judge(STATUS, new Outcome.Throttled(7_000, "busy"), 0);
    assertThat(waitMillis(WriteKind.EVENT, 0)).isEqualTo(7_000);
    patience.judge(STATUS, new Outcome.Throttled(86_400_000, "busy"), 0);
    assertThat(waitMillis(WriteKind.EVENT, 0)).isEqualTo(300_000);
  }

  @Test
  void whatIsForbiddenForAWhileIsToldOnceAndHoldsUpNothingElse() {
    Outcome forbidden = new Outcome.Forbidden("delete servicel2statuses");
    List<WriteNote> told = new ArrayList<>();
    List<Long> waits = new ArrayList<>();
    long nowNanos = 0;
    for (int i = 0; i < 12; i++) {
      told.addAll(patience.judge(STATUS, forbidden, nowNanos));
      waits.add(waitMillis(WriteKind.STATUS, nowNanos));
      assertThat(waitMillis(WriteKind.KEY, nowNanos)).isZero();
      nowNanos += World.nanos(waits.getLast());
      assertThat(told).hasSize(nowNanos <= World.nanos(15_000) ? 0 : 1);
    }
    assertThat(waits).startsWith(1_000L, 2_000L, 4_000L, 8_000L).endsWith(300_000L, 300_000L);
    assertThat(told)
        .containsExactly(
            new WriteNote.WritesForbidden(WriteKind.STATUS, "delete servicel2statuses"));
    assertThat(patience.judge(STATUS, DONE, nowNanos))
        .containsExactly(new WriteNote.WritesAllowed(WriteKind.STATUS));
  }

  @Test
  void aServerThatForbidsEverythingWhileItStartsIsNotWorthAWord() {
    Outcome forbidden = new Outcome.Forbidden("delete servicel2statuses");
    assertThat(patience.judge(STATUS, forbidden, 0)).isEmpty();
    assertThat(patience.judge(STATUS, forbidden, World.nanos(1_000))).isEmpty();
    assertThat(patience.judge(STATUS, DONE, World.nanos(3_000))).isEmpty();
  }

  @Test
  void aKindThatIsNotServedWaitsAMinuteAtMost() {
    Outcome missing = new Outcome.NotServed("no CRD");
    for (int i = 0; i < 20; i++) {
      patience.judge(STATUS, missing, 0);
    }
    assertThat(waitMillis(WriteKind.STATUS, 0)).isEqualTo(60_000);
    assertThat(patience.judge(STATUS, missing, World.nanos(10_000)))
        .containsExactly(new WriteNote.KindNotServed(WriteKind.STATUS, "no CRD"));
  }

  @Test
  void refusalsAreToldOnceAMinute() {
    Outcome refused = new Outcome.Refused("bad");
    assertThat(patience.judge(STATUS, refused, 0)).hasSize(1);
    assertThat(patience.judge(STATUS, refused, World.nanos(59_000))).isEmpty();
    assertThat(patience.judge(STATUS, refused, World.nanos(60_000))).hasSize(1);
    assertThat(patience.lastError()).isEqualTo("bad");
    assertThat(patience.isFailing()).isFalse();
  }
}
