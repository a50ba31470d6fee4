package dev.starling.chaos.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.measure.Millis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Twenty speakers, and a thousand service IPs: the bounds are three times the goals. */
class ScaleIT {
  private static final double FIRST_FRAME_MILLIS = 3 * 250;
  private static final double ANSWER_RATIO = 3 * 3;
  private static final double ALL_ANNOUNCED_MILLIS = 3 * 150;

  /** Needs more than two cores: twenty starting JVMs starve one another there, and suspect so. */
  @Test
  @Tag("long")
  void twentySpeakersFailOverLikeFive() {
    try (Crowd crowd = new Crowd(LabSetup.of(20, Needs.lab()), Duration.ofSeconds(60))) {
      Quiet quiet = Quiet.watch(crowd.lab(), 5);
      Millis millis = crowd.powerOff();

      assertThat(quiet.suspicions()).as("%s", quiet).isZero();
      assertThat(millis.firstFrame()).as("%s", millis).isNotNull().isLessThan(FIRST_FRAME_MILLIS);
    }
  }

  @Test
  void anAnswerTakesHardlyLongerThanTheKernels() {
    Answers answers = Answers.measure(LabSetup.of(5, Needs.lab()), 300);

    assertThat(answers.arp().count()).isEqualTo(300);
    assertThat(answers.ndp().count()).isEqualTo(300);
    assertThat(answers.arpRatio()).as("%s", answers.lines()).isLessThan(ANSWER_RATIO);
    assertThat(answers.ndpRatio()).as("%s", answers.lines()).isLessThan(ANSWER_RATIO);
  }

  /** Medians of three: the first time much of it runs for the first time, on two processors. */
  @Test
  void aThousandServiceIpsMoveAtOnce() {
    LabSetup five = LabSetup.of(5, Needs.lab());
    try (ManyIps many = new ManyIps(five, plan -> Ips.ofFirstOwner(plan, 1_000))) {
      allMoveInTime(List.of(many.powerOff(), many.powerOff(), many.powerOff()));
      allMoveInTime(List.of(many.drain(), many.drain(), many.drain()));
    }
  }

  private static void allMoveInTime(List<Burst> bursts) {
    assertThat(bursts).allSatisfy(each -> assertThat(each.moved()).isEqualTo(1_000));
    double median =
        bursts.stream().mapToDouble(Burst::spread).sorted().skip(1).findFirst().orElseThrow();
    assertThat(median).as("%s", bursts).isLessThan(ALL_ANNOUNCED_MILLIS);
  }
}
