package dev.starling.chaos.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.WireFrame;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A failover from n3 to n1, as a recording: the fault at 1 s, times in milliseconds from it. */
class ObservedTest {
  private static final long FAULT = 1_000_000_000L;
  private static final String IP = "10.77.0.128";
  private static final SortedMap<String, String> NODE_OF =
      new TreeMap<>(Map.of("mac1", "n1", "mac3", "n3"));

  private final SortedMap<String, List<LogEvent>> events =
      new TreeMap<>(
          Map.of(
              "n1",
              List.of(
                  event(-50, "\"event\":\"suspected\",\"node\":\"n3\""),
                  event(150, "\"event\":\"suspected\",\"node\":\"n2\""),
                  event(187, "\"event\":\"suspected\",\"node\":\"n3\""),
                  event(188, "\"event\":\"view-installed\",\"members\":[\"n1\",\"n3\"]"),
                  event(189, "\"event\":\"view-installed\",\"members\":[\"n1\",\"n2\"]"))));
  private final List<WireFrame> frames =
      List.of(
          frame(-10, "mac3", true),
          frame(20, "mac3", false),
          frame(190, "mac1", true),
          frame(290, "mac1", true),
          frame(2_040, "mac3", true),
          frame(2_050, "mac1", false),
          frame(2_060, "mac3", true));
  private final List<Probe> probes =
      List.of(
          answered(-5, "n3", -4),
          lost(0),
          lost(100),
          answered(189, "n1", 195),
          answered(194, "n1", 194.5),
          answered(2_100, "n3", 2_101));

  private final Observed observed = new Observed("n3", NODE_OF, frames, probes, events);

  @Test
  void findsTheNewOwnerByItsAnnouncement() {
    assertThat(observed.newOwner(FAULT)).isEqualTo("n1");
  }

  @Test
  void findsTheNewOwnerByItsReplyWhereNoAnnouncementWasSeen() {
    assertThat(new Observed("n3", NODE_OF, List.of(), probes, events).newOwner(FAULT))
        .isEqualTo("n1");
  }

  @Test
  void findsNoNewOwnerWhereTheOldOneStays() {
    assertThat(
            new Observed(
                    "n3", NODE_OF, List.of(frame(5, "mac3", true)), probes.subList(0, 3), events)
                .newOwner(FAULT))
        .isNull();
  }

  @Test
  void measuresThePhasesFromTheFault() {
    // The first reply is the first to arrive, not the reply to the first probe.
    assertThat(observed.phases(FAULT, "n1")).isEqualTo(new Millis(187.0, 189.0, 190.0, 194.5));
  }

  @Test
  void leavesOutPhasesThatDidNotHappen() {
    assertThat(new Observed("n3", NODE_OF, frames, List.of(), new TreeMap<>()).phases(FAULT, "n1"))
        .isEqualTo(new Millis(null, null, 190.0, null));
  }

  @Test
  void countsProbesWithoutReply() {
    assertThat(observed.sent(FAULT, at(2_000))).isEqualTo(4);
    assertThat(observed.lost(FAULT, at(2_000))).isEqualTo(2);
    assertThat(observed.lost(FAULT, at(100))).isEqualTo(1);
  }

  @Test
  void isHomeOnceTheFirstOwnerAnnouncesAfterTheLastWordOfAnyOther() {
    assertThat(observed.home(at(2_000))).isEqualTo(60.0);
    assertThat(new Observed("n3", NODE_OF, frames.subList(0, 6), probes, events).home(at(2_000)))
        .isNull();
  }

  private static long at(double millis) {
    return FAULT + (long) (millis * 1e6);
  }

  private static LogEvent event(int millis, String fields) {
    return LogEvent.parse("{\"nanos\":" + at(millis) + "," + fields + "}").orElseThrow();
  }

  private static WireFrame frame(int millis, String mac, boolean gratuitous) {
    return new WireFrame(at(millis), IP, mac, gratuitous);
  }

  private static Probe lost(double sent) {
    return new Probe(at(sent), Optional.empty());
  }

  private static Probe answered(double sent, String node, double received) {
    return new Probe(at(sent), Optional.of(new Probe.Answer(node, at(received))));
  }
}
