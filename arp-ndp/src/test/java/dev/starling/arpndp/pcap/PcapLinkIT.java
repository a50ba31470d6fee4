package dev.starling.arpndp.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.SendResult;
import dev.starling.arpndp.netns.Requirements;
import dev.starling.arpndp.responder.Announcements;
import dev.starling.arpndp.responder.DropReason;
import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.ReferenceTable;
import dev.starling.arpndp.responder.ReferenceTable.Row;
import dev.starling.arpndp.responder.Responder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.MultipleFailuresError;

/** A link on a real veth pair. */
class PcapLinkIT {
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
  void judgesOnTheWireLikeTheReference() throws InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    try (PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond)) {
      for (Row row : ReferenceTable.rows()) {
        try {
          compare(row);
        } catch (AssertionError e) {
          failures.add(e);
        }
      }
      assertThat(near.stats().handlerFaults()).isZero();
    }
    if (!failures.isEmpty()) {
      throw new MultipleFailuresError("rows", failures);
    }
  }

  /** The frames of a link come in order, so an answer to a later question ends the wait. */
  private void compare(Row row) throws InterruptedException {
    byte[] expected = new byte[Responder.LONGEST_ANSWER];
    int length = new Reference().respond(row.frame(), expected);
    long before = row.silence() == null ? 0 : responder.counters().dropped(row.silence());
    byte[] last = ReferenceTable.request(f -> f[31] = 99);
    byte[] lastAnswer = new byte[Responder.LONGEST_ANSWER];
    int lastLength = new Reference().respond(last, lastAnswer);

    pair.send(row.frame());
    pair.send(last);

    if (row.answer() != null) {
      assertThat(pair.hear()).as(row.name()).isEqualTo(LinkPair.hex(expected, length));
    }
    assertThat(pair.hear()).as(row.name()).isEqualTo(LinkPair.hex(lastAnswer, lastLength));
    if (row.silence() != null && !row.filtered()) {
      assertThat(responder.counters().dropped(row.silence()))
          .as(row.name() + ": " + row.silence())
          .isEqualTo(before + 1);
    }
  }

  private static final class Reference {
    private final Responder pure =
        new Responder(() -> 0, () -> Long.MAX_VALUE, Radar.DEAF, Responder.answerLimit());

    private int respond(byte[] frame, byte[] out) {
      pure.publish(ReferenceTable.answerTable());
      return pure.respond(frame, frame.length, out);
    }
  }

  @Test
  void sendsWhatTheFarEndHears() throws InterruptedException {
    try (PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond)) {
      for (byte[] frame : Announcements.frames(ReferenceTable.V4, ReferenceTable.OWN)) {
        assertThat(near.send(frame, frame.length)).isEqualTo(SendResult.SENT);
        assertThat(pair.hear()).isEqualTo(LinkPair.hex(frame, frame.length));
      }
      assertThat(near.send(new byte[13], 13)).isEqualTo(SendResult.BAD_LENGTH);
      assertThat(near.send(new byte[1515], 1515)).isEqualTo(SendResult.BAD_LENGTH);
      assertThat(near.stats().sent()).isEqualTo(2);
      assertThat(near.stats().sendFailures()).isEqualTo(2);
      // What it sends itself, it does not hear.
      assertThat(responder.counters().dropped(DropReason.OWN_FRAME)).isZero();
    }
  }

  @Test
  void closesWhileItWaitsForFrames() throws InterruptedException {
    PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond);
    assertThat(near.isAlive()).isTrue();
    assertThat(near.busySinceNanos()).isZero();

    near.close();

    assertThat(pair.ends.poll(1, TimeUnit.SECONDS)).isEqualTo(LinkEnd.CLOSED);
    assertThat(near.isAlive()).isFalse();
    assertThat(near.send(new byte[60], 60)).isEqualTo(SendResult.GONE);
    near.close();
    assertThat(pair.ends).isEmpty();
  }

  @Test
  void endsWhenTheInterfaceIsDeletedAndOpensAgainOnTheNextOne() throws InterruptedException {
    PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond);

    pair.nearSpace.ip("link", "del", LinkPair.NEAR);

    assertThat(pair.ends.poll(750, TimeUnit.MILLISECONDS)).isEqualTo(LinkEnd.GONE);
    assertThat(near.isAlive()).isFalse();
    near.close();

    try (LinkPair next = new LinkPair(ReferenceTable.OWN);
        PcapLink again = next.openNear(CaptureFilter.ALL, responder::respond)) {
      next.send(ReferenceTable.request(f -> {}));
      assertThat(next.hear()).isNotNull();
      assertThat(again.stats().received()).isPositive();
    }
  }

  @Test
  void livesThroughDownAndUp() {
    try (PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond)) {
      pair.nearSpace.ip("link", "set", LinkPair.NEAR, "down");
      byte[] frame = Announcements.frames(ReferenceTable.V4, ReferenceTable.OWN).getFirst();
      assertThat(near.send(frame, frame.length)).isEqualTo(SendResult.DOWN);

      pair.nearSpace.ip("link", "set", LinkPair.NEAR, "up");

      assertItAnswersInTime(near);
      assertThat(pair.ends).isEmpty();
    }
  }

  @Test
  void livesThroughALostCarrier() {
    try (PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond)) {
      pair.farSpace.ip("link", "set", LinkPair.FAR, "down");
      byte[] frame = Announcements.frames(ReferenceTable.V4, ReferenceTable.OWN).getFirst();
      // A veth may refuse the frame; a network card takes it, and it is lost all the same.
      assertThat(near.send(frame, frame.length)).isIn(SendResult.SENT, SendResult.FAILED);

      pair.farSpace.ip("link", "set", LinkPair.FAR, "up");

      assertItAnswersInTime(near);
      assertThat(pair.ends).isEmpty();
    }
  }

  private void assertItAnswersInTime(PcapLink near) {
    long before = near.stats().sent();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              pair.send(ReferenceTable.request(f -> {}));
              return near.stats().sent() > before;
            });
  }

  @Test
  void endsWhenTheInterfaceMovesAway() throws InterruptedException {
    PcapLink near = pair.openNear(CaptureFilter.ALL, responder::respond);

    pair.nearSpace.ip("link", "set", LinkPair.NEAR, "netns", pair.farSpace.name());

    assertThat(pair.ends.poll(750, TimeUnit.MILLISECONDS)).isEqualTo(LinkEnd.GONE);
    assertThat(near.send(new byte[60], 60)).isEqualTo(SendResult.GONE);
  }

  @Test
  void refusesAnInterfaceThatIsNotThereOrDown() {
    pair.nearSpace.ip("link", "set", LinkPair.NEAR, "down");
    for (String name : List.of(LinkPair.NEAR, "nowhere")) {
      OpenResult result =
          pair.nearSpace.call(
              () ->
                  PcapLink.open(
                      LinkPair.info(name, 1, ReferenceTable.OWN),
                      CaptureFilter.ALL,
                      responder::respond,
                      (link, end, detail) -> {}));
      assertThat(result)
          .isInstanceOfSatisfying(
              OpenResult.Refused.class,
              refused -> assertThat(refused.reason()).isEqualTo(OpenResult.Reason.NOT_USABLE));
    }
  }

  @Test
  void countsWhatTheHandlerThrows() throws InterruptedException {
    try (PcapLink near =
        pair.openNear(
            CaptureFilter.ALL,
            (frame, length, out) -> {
              throw new IllegalStateException("on purpose");
            })) {
      pair.send(ReferenceTable.request(f -> {}));
      await().atMost(PATIENCE).until(() -> near.stats().handlerFaults() == 1);
      assertThat(near.isAlive()).isTrue();
      assertThat(near.busySinceNanos()).isZero();
    }
  }
}
