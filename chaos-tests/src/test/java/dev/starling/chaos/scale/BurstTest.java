package dev.starling.chaos.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.observe.WireFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstTest {
  private static final String OLD = "02:77:00:00:00:01";
  private static final String NEW = "02:77:00:00:00:02";

  @Test
  void isOverWhenEachHasBeenAnnouncedOnce() {
    List<WireFrame> frames =
        List.of(
            frame(1, "a", OLD),
            frame(200, "a", NEW),
            frame(201, "a", NEW),
            frame(210, "b", NEW),
            frame(250, "c", NEW),
            frame(300, "a", NEW));

    Burst burst = Burst.of(3, frames, 0, OLD, 190_000_000L, 0);

    assertThat(burst.moved()).isEqualTo(3);
    assertThat(burst.view()).isEqualTo(190);
    assertThat(burst.first()).isEqualTo(200);
    assertThat(burst.half()).isEqualTo(210);
    assertThat(burst.last()).isEqualTo(250);
    assertThat(burst.spread()).isEqualTo(60);
    assertThat(burst.frames()).isEqualTo(4);
    assertThat(burst.peak()).isEqualTo(50);
  }

  @Test
  void withoutAViewItBeginsWithTheFirstFrame() {
    Burst burst = Burst.of(2, List.of(frame(5, "a", NEW), frame(9, "b", NEW)), 0, OLD, null, 0);

    assertThat(burst.view()).isNull();
    assertThat(burst.spread()).isEqualTo(4);
  }

  @Test
  void whatWasNeverAnnouncedIsMissing() {
    Burst burst = Burst.of(3, List.of(frame(5, "a", NEW)), 0, OLD, null, 0);

    assertThat(burst.moved()).isEqualTo(1);
  }

  private static WireFrame frame(long millis, String ip, String mac) {
    return new WireFrame(millis * 1_000_000, ip, mac, true);
  }
}
