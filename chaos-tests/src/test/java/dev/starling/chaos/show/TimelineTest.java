package dev.starling.chaos.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Family;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private final Screen screen =
      new Screen(
          new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), false, false);

  @Test
  void tellsACutAsAStory() {
    String told =
        told(
            failover(Fault.CUT, Family.IPV4, new Millis(187.3, 189.0, 190.4, 194.1), 38),
            failover(Fault.CUT, Family.IPV6, new Millis(187.3, 189.0, 190.6, 192.3), 37));

    assertThat(told)
        .isEqualToNormalizingNewlines(
            """
              ms after fault      IPv4      IPv6
              suspected          187.3     187.3   enough others miss n3
              view               189.0     189.0   the speakers agree on a group without n3
              first frame        190.4     190.6   n1 announces the service IPs
              first reply        194.1     192.3   n1 answers the client
              lost probes           38        37   of 98 and 98
              home again         230.5     230.5   after mending, n3 alone speaks for them
              where the time went: 187.3 to notice, 1.7 to agree, 1.4 to announce,\
             3.7 to reach the client
            """
                .stripTrailing());
  }

  @Test
  void putsAPlannedMoveInItsOrder() {
    Millis millis = new Millis(null, 40.0, 3.1, 5.2);

    assertThat(
            told(
                failover(Fault.RESTART, Family.IPV4, millis, 0),
                failover(Fault.RESTART, Family.IPV6, millis, 0)))
        .containsSubsequence("first frame", "first reply", "view", "suspected", "did not happen")
        .doesNotContain("where the time went");
  }

  @Test
  void saysWhenNobodyTookOver() {
    Failover none =
        new Failover(
            Fault.CUT,
            Family.IPV4,
            "n3",
            null,
            9,
            9,
            Millis.NONE,
            new Failover.Home(null, null, 2));

    assertThat(told(none, none))
        .contains("nobody took over", "lost by that", "probes lost on the way home");
  }

  @Test
  void tellsOfAControlOnlyWhetherItWasQuiet() {
    Failover quiet =
        new Failover(
            Fault.NONE,
            Family.IPV4,
            null,
            null,
            300,
            0,
            Millis.NONE,
            new Failover.Home(null, null, 0));
    Failover noisy =
        new Failover(
            Fault.NONE,
            Family.IPV4,
            null,
            "n1",
            300,
            0,
            Millis.NONE,
            new Failover.Home(null, null, 0));

    assertThat(told(quiet, quiet)).contains("the owner stayed").doesNotContain("suspected");
    assertThat(told(quiet, noisy)).contains("an owner changed without a reason");
  }

  private String told(Failover ipv4, Failover ipv6) {
    return String.join("\n", new Timeline(screen, ipv4, ipv6).lines());
  }

  private static Failover failover(Fault fault, Family family, Millis millis, int lost) {
    return new Failover(
        fault, family, "n3", "n1", 98, lost, millis, new Failover.Home(null, 230.5, 0));
  }
}
