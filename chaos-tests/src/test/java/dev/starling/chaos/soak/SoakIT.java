package dev.starling.chaos.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Half a minute of {@code bin/soak}; the seed is in every message, and -Dseed=N repeats it. */
class SoakIT {
  private static final long SEED = 20_261_130;

  @Test
  void halfAMinuteOfFailuresLeavesOneOwnerAllTheTime() {
    long seed = Long.getLong("seed", SEED);
    StringBuilder story = new StringBuilder(String.format(Locale.ROOT, "seed %d", seed));
    try (Lab lab = new Lab(LabSetup.of(5, Needs.lab()).withObserver())) {
      lab.startSpeakers();
      lab.awaitJoined();
      Steadiness.await(lab);
      Soak soak = new Soak(lab, seed, line -> story.append('\n').append(line));
      try {
        soak.run(Duration.ofSeconds(30));
      } catch (Violation e) {
        throw new AssertionError(story + "\n" + soak.moment() + ": " + e.getMessage(), e);
      }

      assertThat(soak.outcomes()).as("%s", story).hasSizeGreaterThan(1);
      assertThat(soak.vitals()).isNotEmpty();
      assertThat(soak.vitals()).allSatisfy(each -> assertThat(each.residentKib()).isPositive());
    }
  }
}
