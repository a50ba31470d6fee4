package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class LastResortTest {
  private final List<String> acts = new CopyOnWriteArrayList<>();
  private final LastResort lastResort = new LastResort(code -> acts.add("halt " + code));

  @Test
  void theSpeakerFallsSilentBeforeItEnds() {
    lastResort.silencedBy(() -> acts.add("silent"));

    lastResort.accept(new IllegalStateException("for the test"));

    assertThat(acts).startsWith("silent", "halt 3");
  }

  @Test
  void theProcessEndsEvenIfItCannotBeSilenced() {
    lastResort.silencedBy(
        () -> {
          throw new IllegalStateException("for the test");
        });

    try {
      lastResort.accept(new IllegalStateException("for the test"));
    } catch (IllegalStateException e) {
      acts.add("thrown");
    }

    assertThat(acts).startsWith("halt 3");
  }

  @Test
  void onlyTheFirstCauseCounts() {
    lastResort.accept(new IllegalStateException("first"));
    int once = acts.size();
    lastResort.accept(new IllegalStateException("second"));

    assertThat(acts).hasSize(once);
  }
}
