package dev.starling.membership.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.MemberId;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What a member pays and gets does not depend on how many there are: on virtual time, so that no
 * processor has a say in it.
 */
class DetectorCrowdTest {
  private static final int FEW = 5;
  private static final int MANY = 100;
  private static final int RUNS = 15;
  private static final long LAST_MILLIS = 400;

  @Test
  void aHundredAreFoundAsFastAsFive() {
    double few = medianDetectionMillis(FEW);
    double many = medianDetectionMillis(MANY);

    System.out.printf(
        Locale.ROOT, "MEASURED detection: %d %.1f, %d %.1f ms%n", FEW, few, MANY, many);
    assertThat(many).isLessThan(1.3 * few);
  }

  @Test
  void aMemberOfAHundredSendsNoMoreThanOneOfFive() {
    double few = sentPerMemberAndSecond(FEW);
    double many = sentPerMemberAndSecond(MANY);

    System.out.printf(
        Locale.ROOT, "MEASURED datagrams a second: %d %.0f, %d %.0f%n", FEW, few, MANY, many);
    assertThat(many).isLessThan(1.1 * few);
  }

  @Test
  void inAQuietMinuteOfAHundredNobodyIsSuspected() {
    var net = new DetectorNet(MANY, 1);
    net.runForMillis(60_000);

    assertThat(net.suspicions).isEmpty();
    assertThat(net.members).allMatch(net::permitHeld);
  }

  /** Until whoever makes the next view knows. */
  private static double medianDetectionMillis(int size) {
    return LongStream.range(0, RUNS)
        .mapToDouble(seed -> detectionMillis(size, seed))
        .sorted()
        .skip(RUNS / 2)
        .findFirst()
        .orElseThrow();
  }

  private static double detectionMillis(int size, long seed) {
    var net = new DetectorNet(size, seed);
    net.runForMillis(500 + seed * 7);
    MemberId victim = net.member((int) (seed % size));
    MemberId next = net.member(seed % size == 0 ? 1 : 0);
    long cutNanos = net.nowNanos;
    net.passes = (from, to) -> !from.equals(victim) && !to.equals(victim);
    net.runForMillis(LAST_MILLIS);
    return net.suspicions.stream()
        .filter(suspicion -> suspicion.of().equals(victim) && suspicion.by().equals(next))
        .mapToDouble(suspicion -> (suspicion.nanos() - cutNanos) / 1e6)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not found with seed " + seed));
  }

  private static double sentPerMemberAndSecond(int size) {
    var net = new DetectorNet(size, 7);
    net.runForMillis(1_000);
    long before = net.sent;
    net.runForMillis(5_000);
    return (net.sent - before) / 5.0 / size;
  }
}
