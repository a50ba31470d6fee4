package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.plan.Unplanned;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnplannedLogTest {
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private long now = Long.MAX_VALUE - 7;
  private final UnplannedLog log =
      new UnplannedLog(() -> now, (level, line) -> lines.add(level + " " + line));

  @Test
  void eachThingIsToldOnceForAsLongAsItLasts() {
    List<Unplanned> web = List.of(new Unplanned("default/web", "ipNotAllowed", "192.0.2.1"));
    log.tell(web);
    log.tell(web);
    assertThat(lines).containsExactly("INFO not announced: default/web: ipNotAllowed (192.0.2.1)");
    log.tell(List.of());
    log.tell(web);
    assertThat(lines).hasSize(2);
  }

  @Test
  void whatHasToBeMendedIsToldFirstAndLouder() {
    log.tell(
        List.of(
            new Unplanned("a/a", "noServableEndpoint", ""),
            new Unplanned("b/b", "uniqueNeedsObservers", "4 observers, 5 peers", true)));
    assertThat(lines)
        .containsExactly(
            "WARN not announced: b/b: uniqueNeedsObservers (4 observers, 5 peers)",
            "INFO not announced: a/a: noServableEndpoint");
  }

  @Test
  void aValueThatChangesAllTheTimeFloodsNothing() {
    for (int i = 0; i < 50 * 60; i++) {
      now += MINUTE_NANOS / (50 * 60);
      log.tell(List.of(new Unplanned("SERVICE default/web", "POLICY", "odd" + i)));
    }
    assertThat(lines).hasSize(UnplannedLog.LINES_MAX + 1);
    assertThat(lines.getLast()).isEqualTo("INFO not announced: more, see the status");

    now += MINUTE_NANOS;
    log.tell(List.of(new Unplanned("default/web", "noCandidate", "")));
    assertThat(lines.getLast()).isEqualTo("INFO not announced: default/web: noCandidate");
  }
}
