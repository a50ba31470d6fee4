package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A machine that boots faster than its switch port: found by a soak, after a power-off. */
class LateCableIT {
  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  @Test
  void aSpeakerThatStartedWithoutCarrierJoinsWhenItComes() {
    try (Lab lab = new Lab(LabSetup.of(3, Needs.lab()))) {
      String late = "n3";
      lab.network().onSwitch(Network.cut(late));
      lab.startSpeakers();
      Steadiness.await(lab, Expected.of(lab.plan().nodes().subList(0, 2)));
      Patience.await(
          "the speaker without carrier to say that it cannot join",
          START_LIMIT,
          () -> !lab.speaker(late).log().strangeLines().isEmpty(),
          () -> lab.speaker(late).log().lastLines());

      lab.network().heal();

      Steadiness.await(lab);
    }
  }
}
