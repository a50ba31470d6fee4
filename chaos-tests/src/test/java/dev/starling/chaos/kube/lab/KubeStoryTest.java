package dev.starling.chaos.kube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.show.Screen;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KubeStoryTest {
  private final Screen screen =
      new Screen(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          false,
          false);
  private final KubeStory story = new KubeStory(screen);

  @Test
  void aPowerCutIsToldFromTheCutToTheWayHome() {
    String text = story.outage(outage(180, balanced(8_200.0)), "10.77.0.129");

    assertThat(text)
        .contains(
            "first frame          180.0     180.5   n1 announces the service IPs",
            "lost probes             38        39",
            "    failover from n3 to n1",
            "after the move 140 of 397",
            "the last 8.2 s after the cut",
            "not ready after 8.0 s",
            "home again          5268.7         –   n3 speaks alone");
  }

  @Test
  void whereNoConnectionFailedItSaysSo() {
    assertThat(story.outage(outage(180, balanced(null)), "10.77.0.129"))
        .contains("kube-proxy balances (10.77.0.129): none failed after the move");
  }

  @Test
  void theFiguresHaveMediansAndAreJson() {
    KubeFigures figures = new KubeFigures();
    assertThat(figures.isEmpty()).isTrue();
    figures.add(new KubeFigures.Start(18_600, 14_600));
    figures.add(outage(180, balanced(null)));
    figures.add(outage(190, balanced(null)));
    figures.add(new KubeFigures.Rotation("aaaa", "bbbb", 545.6, 296, 0, List.of(0, 0)));

    assertThat(story.medians(figures.medians()))
        .contains("first frame 185.3 ms, first reply 188.3 ms");
    assertThat(figures.toJson())
        .contains("\"clusterMillis\" : 18600.0", "\"newOwner\" : \"n1\"", "\"views\" : 0");
  }

  private static KubeFigures.Outage outage(double firstFrame, KubeFigures.Balanced balanced) {
    return new KubeFigures.Outage(
        "n3",
        List.of(
            new KubeFigures.Takeover(
                "10.77.0.128", "n1", firstFrame, firstFrame + 3, 190, 38, 5_268.7, 0),
            new KubeFigures.Takeover(
                "fd77::82", "n1", firstFrame + 0.5, firstFrame + 3.5, 195, 39, null, 0)),
        balanced,
        1_061.6,
        List.of("failover from n3 to n1"));
  }

  private static KubeFigures.Balanced balanced(@Nullable Double lastFailed) {
    return new KubeFigures.Balanced(195.0, 397, lastFailed == null ? 0 : 140, lastFailed, 8_000.0);
  }
}
