package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.KindStatus;
import dev.starling.speaker.kube.KindStatus.State;
import dev.starling.speaker.kube.KubeStatus;
import dev.starling.speaker.kube.inputs.SnapshotCodec;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastKnownTest {
  private static final Snapshot OLD = of("old");
  private static final Snapshot FRESH = of("fresh");

  private final List<Snapshot> handed = new ArrayList<>();
  @TempDir private Path folder;

  @Test
  void whatTheFileHoldsServesWhileTheApiServerIsSilent() throws IOException {
    LastKnown known = known();
    assertThat(known.recall(null)).isTrue();
    assertThat(handed).containsExactly(OLD);
    known.take(FRESH);
    assertThat(handed).containsExactly(OLD, FRESH);
  }

  @Test
  void nothingOldIsHandedOnAfterAnythingNew() throws IOException {
    LastKnown known = known();
    known.take(FRESH);
    assertThat(known.serve(OLD)).isFalse();
    assertThat(known.recall(null)).isTrue();
    assertThat(handed).containsExactly(FRESH);
  }

  @Test
  void aSlowAnswerIsWaitedForAndAnOutageAfterItIsNot() throws IOException {
    LastKnown known = known();
    assertThat(known.recall(status(State.WATCHING, null, State.STARTING, null))).isFalse();
    assertThat(handed).isEmpty();
    assertThat(known.recall(status(State.LOST, "reset", State.STARTING, "refused"))).isTrue();
    assertThat(handed).containsExactly(OLD);
  }

  @Test
  void whoTellsOfAKindIsAnswering() {
    assertThat(LastKnown.isAnswering(null)).isFalse();
    assertThat(LastKnown.isAnswering(status(State.STARTING, null))).isFalse();
    assertThat(LastKnown.isAnswering(status(State.STARTING, "etcd is gone"))).isFalse();
    assertThat(LastKnown.isAnswering(status(State.ABSENT, "404", State.STARTING, null))).isTrue();
    assertThat(LastKnown.isAnswering(status(State.ABSENT, "404", State.STARTING, "500"))).isFalse();
    assertThat(LastKnown.isAnswering(status(State.WATCHING, null, State.STARTING, "429"))).isTrue();
  }

  @Test
  void withoutAFileThereIsNothingToWaitFor() {
    LastKnown known = new LastKnown(null, handed::add);
    known.start();
    assertThat(known.recall(status(State.WATCHING, null))).isTrue();
    known.close();
    assertThat(handed).isEmpty();
  }

  private LastKnown known() throws IOException {
    Path file = folder.resolve("last.json");
    try (OutputStream out = Files.newOutputStream(file)) {
      assertThat(SnapshotCodec.write(OLD, out)).isTrue();
    }
    return new LastKnown(file, handed::add);
  }

  /** One kind for each state and its error. */
  private static KubeStatus status(@Nullable Object... statesAndErrors) {
    List<KindStatus> kinds = new ArrayList<>();
    List<@Nullable Object> all = Arrays.asList(statesAndErrors);
    for (int i = 0; i < all.size(); i += 2) {
      State state = (State) all.get(i);
      String error = (String) all.get(i + 1);
      kinds.add(new KindStatus("k" + i, state == null ? State.LOST : state, 0, 0, 0, 0, 0, error));
    }
    return new KubeStatus(false, 0, kinds, new TreeMap<>());
  }

  private static Snapshot of(String pod) {
    return new Snapshot(
        new TreeMap<>(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(Map.of(pod, new SpeakerPod(pod, null, null, "Running"))),
        null);
  }
}
