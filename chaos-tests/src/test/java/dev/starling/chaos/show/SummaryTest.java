package dev.starling.chaos.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Family;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void givesMediansAndTheMostThatWereLost() {
    Report report =
        new Report(
            5,
            5,
            List.of(),
            List.of(cut(Family.IPV4, 190, 38), cut(Family.IPV4, 200, 41), cut(Family.IPV6, 7, 3)));
    Screen screen =
        new Screen(
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            false,
            false);

    assertThat(String.join("\n", Summary.lines(screen, report)))
        .isEqualToNormalizingNewlines(
            """
              fault     family  suspected       view  first frame  first reply  lost probes  home again
              cut       IPv4          1.0        2.0        195.0        205.0    39.5 (41)        12.0
              cut       IPv6          1.0        2.0          7.0         17.0            3        12.0
            """
                .stripTrailing());
  }

  private static Failover cut(Family family, double frame, int lost) {
    return new Failover(
        Fault.CUT,
        family,
        "n3",
        "n1",
        100,
        lost,
        new Millis(1.0, 2.0, frame, frame + 10),
        new Failover.Home(null, 12.0, 0));
  }
}
