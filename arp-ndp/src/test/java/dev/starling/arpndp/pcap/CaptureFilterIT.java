package dev.starling.arpndp.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.arpndp.netns.Requirements;
import dev.starling.arpndp.responder.Announcements;
import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.ReferenceTable;
import dev.starling.arpndp.responder.Responder;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The kernel's filter on a real veth pair. */
class CaptureFilterIT {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Responder responder =
      new Responder(System::nanoTime, () -> Long.MAX_VALUE, Radar.DEAF, Responder.answerLimit());
  private LinkPair pair;

  @BeforeAll
  static void require() {
    Requirements.capture();
  }

  @BeforeEach
  void connect() {
    pair = new LinkPair(ReferenceTable.OWN);
    responder.publish(ReferenceTable.answerTable());
  }

  @AfterEach
  void disconnect() {
    if (pair != null) {
      pair.close();
    }
  }

  @Test
  void letsOnlyFramesThroughThatConcernAnAddress() throws InterruptedException {
    List<InetAddress> addresses = List.of(ReferenceTable.V4, ReferenceTable.V6);
    try (PcapLink near = pair.openNear(CaptureFilter.of(addresses), responder::respond)) {
      for (InetAddress foreign : List.of(ReferenceTable.V4_ASKER, ReferenceTable.V6_ASKER)) {
        Announcements.frames(foreign, LinkPair.FAR_MAC).forEach(pair::send);
      }
      for (InetAddress claimed : addresses) {
        Announcements.frames(claimed, LinkPair.FAR_MAC).forEach(pair::send);
      }
      pair.send(ReferenceTable.request(f -> {}));
      assertThat(pair.hear()).isNotNull();
      pair.send(
          ReferenceTable.solicitation(
              ReferenceTable.V6_ASKER, ReferenceTable.group(ReferenceTable.V6), false));
      assertThat(pair.hear()).isNotNull();

      assertThat(near.stats().received()).isEqualTo(5);
    }
  }

  @Test
  void takesEffectOnAnOpenLink() throws InterruptedException {
    List<InetAddress> others = List.of(ReferenceTable.V4_NOT_OWNED);
    try (PcapLink near = pair.openNear(CaptureFilter.of(others), responder::respond)) {
      pair.send(ReferenceTable.request(f -> {}));
      Announcements.frames(ReferenceTable.V4_NOT_OWNED, LinkPair.FAR_MAC).forEach(pair::send);
      await().atMost(PATIENCE).until(() -> near.stats().received() == 2);

      near.replaceFilter(CaptureFilter.of(List.of(ReferenceTable.V4)));

      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                pair.send(ReferenceTable.request(f -> {}));
                return near.stats().sent() > 0;
              });
      assertThat(near.isAlive()).isTrue();
      assertThat(pair.ends).isEmpty();
    }
  }

  @Test
  void letsNothingThroughWhereNothingIsOfInterest() throws InterruptedException {
    try (PcapLink near = pair.openNear(CaptureFilter.of(List.of()), responder::respond)) {
      pair.send(ReferenceTable.request(f -> {}));
      near.replaceFilter(CaptureFilter.ALL);
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                pair.send(ReferenceTable.request(f -> {}));
                return near.stats().received() > 0;
              });
      // A frame counts as received a moment before its answer counts as sent.
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(near.stats().received()).isEqualTo(near.stats().sent()));
    }
  }
}
