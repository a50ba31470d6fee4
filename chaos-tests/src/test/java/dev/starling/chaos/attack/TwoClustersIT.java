package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two speakers that do not know each other's key are told to own the same service IPs. */
class TwoClustersIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long WATCH_MILLIS = 25_500;

  /** Ten frames at once: at the start, and once in ten seconds. */
  private static final int FRAMES_MAX = 50;

  private static final int LINES_MAX = 4;

  @Test
  @Tag("long")
  void twoDefendersOfOneAddressDoNotStorm() {
    try (Lab lab = new Lab(LabSetup.of(2, Needs.lab()))) {
      lab.files().giveKeys("n2", List.of(SpeakerFiles.newKey()));
      Watch watch = Watch.start(lab);
      lab.startSpeakers();
      Patience.await(
          "both to claim both",
          LIMIT,
          () -> lab.plan().nodes().stream().allMatch(node -> claims(lab, node)),
          () -> Steadiness.describe(lab));
      Patience.pause(WATCH_MILLIS);

      assertThat(Ledger.of(lab, "n1").datagrams("unknown_key")).isPositive();
      assertThat(Ledger.of(lab, "n2").datagrams("unknown_key")).isPositive();
      assertThat(Ledger.of(lab, "n1").frames("foreign_claim")).isPositive();
      assertThat(Ledger.of(lab, "n2").frames("foreign_claim")).isPositive();
      for (String node : lab.plan().nodes()) {
        assertBounded(lab, node, watch);
      }
    }
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
