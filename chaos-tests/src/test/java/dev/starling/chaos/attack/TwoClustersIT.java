package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Bounds;
import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Watch;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.nodes.SpeakerFiles;
import dev.starling.chaos.observe.WireFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two speakers that are no members of one cluster are told to own the same service IPs. */
class TwoClustersIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long WATCH_MILLIS = 25_500;

  /** Ten frames at once: at the start, and once in ten seconds. */
  private static final int FRAMES_MAX = 50;

  private static final int LINES_MAX = 4;

  @Test
  @Tag("long")
  void twoDefendersOfOneAddressDoNotStorm() throws IOException {
    try (Lab lab = new Lab(LabSetup.of(2, Needs.lab()))) {
      for (String node : lab.plan().nodes()) {
        beClusterOfOne(lab, node);
      }
      Watch watch = Watch.start(lab);
      lab.startSpeakers();
      Patience.await(
          "both to claim both",
          LIMIT,
          () -> lab.plan().nodes().stream().allMatch(node -> claims(lab, node)),
          () -> Steadiness.describe(lab));
      Patience.pause(WATCH_MILLIS);

      for (String node : lab.plan().nodes()) {
        assertThat(Ledger.of(lab, node).frames("foreign_claim")).isPositive();
        assertBounded(lab, node, watch);
      }
    }
  }

  @Test
  void oneAnswersOfTwoThatExpectEachOtherAndHaveNoKeyInCommon() {
    try (Lab lab = new Lab(LabSetup.of(2, Needs.lab()).withObserver())) {
      lab.files().giveKeys("n2", List.of(SpeakerFiles.newKey()));
      lab.startSpeakers();
      Patience.await(
          "one to claim both",
          LIMIT,
          () -> lab.plan().nodes().stream().anyMatch(node -> claims(lab, node)),
          () -> Steadiness.describe(lab));
      Patience.pause(2 * (long) Bounds.UNTOLD_DEATH_MILLIS);
      Watch watch = Watch.start(lab);
      Patience.pause((long) Bounds.UNTOLD_DEATH_MILLIS);

      watch.oneOwner();
      assertThat(lab.plan().nodes().stream().filter(node -> claims(lab, node))).hasSize(1);
      for (String node : lab.plan().nodes()) {
        assertThat(Ledger.of(lab, node).datagrams("unknown_key")).isPositive();
      }
    }
  }

  /** The speaker of {@code node} expects nobody, so that it has a majority by itself. */
  private static void beClusterOfOne(Lab lab, String node) throws IOException {
    lab.files().configure(node, lab.files().settings(node).with("oneNodeCluster", "true"));
    Path file = lab.files().configuration(node);
    Files.writeString(
        file, Files.readString(file).replaceAll("(?m)^peers:\\n(?: {2}- .*\\n)*", ""));
  }

  private static void assertBounded(Lab lab, String node, Watch watch) {
    for (String ip : lab.plan().serviceIps()) {
      List<WireFrame> said =
          watch.claims().stream()
              .filter(frame -> frame.ip().equals(ip) && frame.gratuitous())
              .filter(frame -> frame.mac().equals(Plan.macOf(node)))
              .toList();
      Figures.tell("%s: %d announcements of %s in %d ms", node, said.size(), ip, WATCH_MILLIS);
      assertThat(said).as("announcements of %s by %s", ip, node).hasSizeBetween(1, FRAMES_MAX);
    }
    assertThat(watch.events(node))
        .extracting(LogEvent::name)
        .filteredOn("conflict-heard"::equals)
        .hasSizeLessThanOrEqualTo(2 * LINES_MAX);
  }

  private static boolean claims(Lab lab, String node) {
    return lab.status(node)
        .filter(status -> lab.plan().serviceIps().stream().allMatch(status::answersFor))
        .isPresent();
  }
}
