package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.WireFrame;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * All moments are in milliseconds after {@link #T0}, which is near the end of the clock's range.
 */
class SightingsTest {
  private static final long T0 = Long.MAX_VALUE - 50_000_000L;
  private static final SortedMap<String, String> NODES = new TreeMap<>();

  static {
    NODES.put("m1", "n1");
    NODES.put("m2", "n2");
  }

  @Test
  void theFirstFrameIsAnAnnouncementEvenIfAReplyWasSooner() {
    Sightings seen = seen(List.of(reply(10, "m2"), announcement(90, "m2")), List.of(), List.of());

    assertThat(seen.firstFrame(node -> node.equals("n2"))).hasValue(at(90));
  }

  @Test
  void withoutAnAnnouncementAReplyIsTheFirstFrame() {
    Sightings seen = seen(List.of(reply(5, "m1"), reply(90, "m2")), List.of(), List.of());

    assertThat(seen.firstFrame(node -> !node.equals("n1"))).hasValue(at(90));
  }

  @Test
  void nobodyHasNoFirstFrameAndNoReply() {
    Sightings seen = seen(List.of(reply(5, "m1")), List.of(lost(5)), List.of());

    assertThat(seen.firstFrame(node -> node.equals("n2"))).isEmpty();
    assertThat(seen.firstReply(node -> node.equals("n2"))).isEmpty();
    assertThat(seen.lastSign(node -> node.equals("n2"))).isEmpty();
  }

  @Test
  void theFirstReplyIsTheOneThatCameFirstNotTheOneAskedForFirst() {
    Sightings seen = seen(List.of(), List.of(probe(0, "n2", 99), probe(5, "n2", 60)), List.of());

    assertThat(seen.firstReply(node -> true)).hasValue(at(60));
  }

  @Test
  void theLastSignIsTheLaterOfFrameAndReply() {
    Sightings seen =
        seen(List.of(reply(80, "m1")), List.of(probe(80, "n1", 81), lost(90)), List.of());

    assertThat(seen.lastSign(node -> node.equals("n1"))).hasValue(at(81));
  }

  @Test
  void probesAreLostFromOneMomentUntilBeforeAnother() {
    Sightings seen =
        seen(List.of(), List.of(lost(0), lost(5), probe(10, "n1", 11), lost(15)), List.of());

    assertThat(seen.sent(at(5), at(15))).isEqualTo(2);
    assertThat(seen.lost(at(5), at(15))).isEqualTo(1);
  }

  @Test
  void severalAnswerForAsLongAsOneQuestionHasRepliesFromTwoNodes() {
    Sightings seen =
        seen(
            List.of(
                reply(1, "m1"),
                reply(21, "m1"),
                reply(22, "m2"),
                reply(41, "m2"),
                announcement(42, "m1"),
                reply(61, "m1"),
                reply(62, "m2")),
            List.of(),
            List.of(at(0), at(20), at(40), at(60)));

    assertThat(seen.severalAnswerMillis(at(0), at(80))).isEqualTo(40);
    assertThat(seen.severalAnswerMillis(at(30), at(80))).isEqualTo(20);
    assertThat(seen.severalAnswerMillis(at(0), at(20))).isZero();
  }

  @Test
  void aDepartureIsCountedOnceHoweverOftenTheOtherSpeaks() {
    Sightings seen =
        seen(
            List.of(
                announcement(10, "m2"),
                announcement(11, "m2"),
                announcement(30, "m1"),
                announcement(50, "m2")),
            List.of(probe(0, "n1", 1), probe(15, "n2", 16), probe(35, "n1", 36)),
            List.of());

    assertThat(seen.departuresFrom("n1", at(0), at(1_000))).isEqualTo(2);
  }

  @Test
  void anAnswerOfAnotherIsADepartureAsMuchAsAFrame() {
    assertThat(
            seen(List.of(), List.of(probe(0, "n1", 1), probe(5, "n2", 6)), List.of())
                .departuresFrom("n1", at(0), at(1_000)))
        .isEqualTo(1);
    assertThat(
            seen(List.of(announcement(3, "m1")), List.of(probe(0, "n1", 1)), List.of())
                .departuresFrom("n1", at(0), at(1_000)))
        .isZero();
  }

  private static Sightings seen(List<WireFrame> frames, List<Probe> probes, List<Long> asked) {
    return new Sightings(NODES, frames, probes, asked);
  }

  private static WireFrame announcement(long millis, String mac) {
    return new WireFrame(at(millis), "10.77.0.128", mac, true);
  }

  private static WireFrame reply(long millis, String mac) {
    return new WireFrame(at(millis), "10.77.0.128", mac, false);
  }

  private static Probe probe(long millis, String node, long answeredMillis) {
    return new Probe(at(millis), Optional.of(new Probe.Answer(node, at(answeredMillis))));
  }

  private static Probe lost(long millis) {
    return new Probe(at(millis), Optional.empty());
  }

  private static long at(long millis) {
    return T0 + millis * 1_000_000L;
  }
}
