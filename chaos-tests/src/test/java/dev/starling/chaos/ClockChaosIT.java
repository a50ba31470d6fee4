package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens to the time of a speaker: its wall clock is set, it is paused, the machine is busy.
 */
class ClockChaosIT extends ChaosCase {
  private static final int SECONDS_AN_HOUR = 3_600;

  /** Enough to keep both cores of the smallest machine busy twice over. */
  private static final int BUSY_PROCESSES = 4;

  /** The library looks once a second what the clock is to show. */
  private static final long CLOCK_READ_MILLIS = 1_500;

  private @Nullable Path folder;

  /** Every speaker's wall clock is the machine's plus what a file beside its settings says. */
  @Override
  LabSetup setup() {
    Path home = Needs.lab();
    Path library = Needs.fakeTime();
    try {
      Path made = Files.createTempDirectory("starling-clock");
      folder = made;
      Path launcher = made.resolve("launcher");
      Files.writeString(
          launcher,
          """
          #!/bin/sh
          clock=${3%%/*}/clock
          [ -e "$clock" ] || echo +0 >"$clock"
          export LD_PRELOAD=%s FAKETIME_TIMESTAMP_FILE="$clock"
          export FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1
          exec %s "$@"
          """
              .formatted(library, home.resolve("bin/starling")));
      Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
      return LabSetup.of(5, home).withObserver().withLauncher(launcher);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  void removeLauncher() throws IOException {
    if (folder != null) {
      Files.deleteIfExists(folder.resolve("launcher"));
      Files.deleteIfExists(folder);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SECONDS_AN_HOUR, -SECONDS_AN_HOUR})
  void theOwnersWallClockMayBeSetWhileItRuns(int seconds) {
    Watch watch = Watch.start(lab);
    setClock(owner, seconds);
    Patience.pause(3_000);
    setClock(owner, 0);
    Patience.pause(2_000);
    Steadiness.await(lab);

    watch.noViewChange().nothingLost().onlyFrom(owner);
  }

  @ParameterizedTest
  @ValueSource(ints = {SECONDS_AN_HOUR, -SECONDS_AN_HOUR})
  void aFailoverWorksWhileTheHeirsWallClockIsWrong(int seconds) {
    setClock(heir, seconds);
    Patience.pause(CLOCK_READ_MILLIS);
    Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
    Steadiness.await(lab, Expected.of(others(owner)));
    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
    setClock(heir, 0);
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
  void aBusyMachineMovesNothing() {
    keepBusyFor(30);
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

  private void setClock(String node, int offsetSeconds) {
    Path clock = lab.files().configuration(node).resolveSibling("clock");
    Path next = clock.resolveSibling("clock.next");
    try {
      Files.writeString(next, String.format(Locale.ROOT, "%+d%n", offsetSeconds));
      Files.move(next, clock, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
