package dev.starling.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wall clock of a speaker is wrong by an hour, or is set while it runs. */
class ClockChaosIT extends ChaosCase {
  private static final int SECONDS_AN_HOUR = 3_600;

  /** The library looks once a second what the clock is to show. */
  private static final Duration SET_LIMIT = Duration.ofSeconds(20);

  /** Far from an hour, and more than the reading takes; in seconds. */
  private static final long TOLERANCE = 60;

  private static final int PORT = 7473;
  private static final int READ_LIMIT_MILLIS = 2_000;
  private static final Pattern DATE = Pattern.compile("(?i)date: .*");

  private @Nullable Path folder;

  /** Every speaker's wall clock is the machine's plus what a file beside its settings says. */
  @Override
  protected LabSetup setup() {
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
          # The library's own waits for this clock are five times as slow.
          export FAKETIME_FORCE_MONOTONIC_FIX=0
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
    Patience.pause(2_000);
    setClock(owner, 0);
    Patience.pause(1_000);
    Steadiness.await(lab);

    watch.noViewChange().nothingLost().onlyFrom(owner);
  }

  @ParameterizedTest
  @ValueSource(ints = {SECONDS_AN_HOUR, -SECONDS_AN_HOUR})
  void aFailoverWorksWhileTheHeirsWallClockIsWrong(int seconds) {
    setClock(heir, seconds);
    long cut = lab.network().onSwitch(Network.cut(owner));
    Watch watch = Watch.since(lab, cut);
    Steadiness.await(lab, Expected.of(others(owner)));
    watch.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS).clientEndsAt(heir);
    setClock(heir, 0);
  }

  /** What the speaker takes for the present, in seconds: the pages that it serves tell it. */
  private long clockOf(String node) {
    return lab.network()
        .node(node)
        .call(
            () -> {
              try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
                socket.setSoTimeout(READ_LIMIT_MILLIS);
                socket.getOutputStream().write("GET /healthz HTTP/1.0\r\n\r\n".getBytes(UTF_8));
                String page = new String(socket.getInputStream().readAllBytes(), UTF_8);
                String date =
                    page.lines().filter(DATE.asMatchPredicate()).findFirst().orElseThrow();
                return RFC_1123_DATE_TIME
                    .parse(date.substring(date.indexOf(' ') + 1), Instant::from)
                    .getEpochSecond();
              }
            });
  }

  /** Sets a node's clock, and waits until the speaker shows it. */
  private void setClock(String node, int offsetSeconds) {
    Path clock = lab.files().configuration(node).resolveSibling("clock");
    Path next = clock.resolveSibling("clock.next");
    try {
      Files.writeString(next, String.format(Locale.ROOT, "%+d%n", offsetSeconds));
      Files.move(next, clock, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Patience.await(
        "the clock of " + node + " to be set",
        SET_LIMIT,
        () -> Math.abs(clockOf(node) - Instant.now().getEpochSecond() - offsetSeconds) < TOLERANCE,
        () -> "it shows " + Instant.ofEpochSecond(clockOf(node)));
  }
}
