package dev.starling.chaos.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProbeLogTest {
  private static final Probe.Answer FIRST = new Probe.Answer("n1", 25);

  private final ProbeLog log = new ProbeLog();

  @Test
  void joinsRepliesToTheirProbes() {
    long lost = log.sent(10);
    long answered = log.sent(20);
    log.answered(answered, FIRST);
    log.answered(answered, new Probe.Answer("n2", 26));

    assertThat(lost).isZero();
    assertThat(log.since(10))
        .containsExactly(new Probe(10, Optional.empty()), new Probe(20, Optional.of(FIRST)));
    assertThat(log.since(11)).hasSize(1);
  }

  @Test
  void ignoresRepliesToProbesThatWereNotSent() {
    log.sent(10);
    log.answered(-1, FIRST);
    log.answered(1, FIRST);

    assertThat(log.since(0)).containsExactly(new Probe(10, Optional.empty()));
  }

  @Test
  void forgetsTheOldest() {
    int capacity = 1 << 17;
    for (int i = 0; i < capacity + 3; i++) {
      log.sent(i);
    }
    log.answered(2, FIRST);

    assertThat(log.since(0)).hasSize(capacity).first().isEqualTo(new Probe(3, Optional.empty()));
    assertThat(log.since(0)).allMatch(probe -> probe.answer().isEmpty());
  }

  @Test
  void comparesMomentsAcrossTheWrapOfTheClock() {
    log.sent(Long.MAX_VALUE);
    log.sent(Long.MIN_VALUE + 4);

    assertThat(log.since(Long.MAX_VALUE)).hasSize(2);
    assertThat(log.since(Long.MIN_VALUE)).hasSize(1);
  }
}
