package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to the time of a speaker: it is paused, or the machine is busy. */
class PauseChaosIT extends ChaosCase {
  /** Enough to keep both cores of the smallest machine busy twice over. */
  private static final int BUSY_PROCESSES = 4;

  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab()).withObserver();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 1_000, 5_000})
  void aPausedOwnerNeverAnswersBesideAnother(int millis) {
    pauseOwnerFor(millis);
  }

  @Test
  @Tag("long")
  void anOwnerThatWasPausedForAMinuteNeverAnswersBesideAnother() {
    pauseOwnerFor(60_000);
  }

  @Test
  @Tag("long")
  void aMachineThatIsBusyForTenMinutesMovesNothing() {
    keepBusyFor(600);
  }

  private void pauseOwnerFor(int millis) {
    Watch watch = Watch.since(lab, speaker(owner).signal(Posix.SIGSTOP));
    Patience.pause(millis);
    speaker(owner).signal(Posix.SIGCONT);
    Steadiness.await(lab);

    watch.oneOwner().nothingLost().clientEndsAt(owner);
  }

  private void keepBusyFor(int seconds) {
    List<Command> busy = new ArrayList<>();
    try {
      for (int i = 0; i < BUSY_PROCESSES; i++) {
        busy.add(
            Command.arm(
                List.of("timeout", String.valueOf(seconds), "sh", "-c", "while :; do :; done")));
      }
      Watch watch = Watch.start(lab);
      Patience.pause(seconds * 1_000L);
      // Probes may be late on such a machine, and lost with it; an IP may not move.
      watch.noViewChange().onlyFrom(owner);
      assertThat(watch.questions()).isNotEmpty();
    } finally {
      busy.forEach(Command::close);
    }
  }
}
