package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.model.Rules;
import dev.starling.speaker.kube.model.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When which snapshots are handed out. */
class KubeSnapshotsIT {
  private static final String NODES = "/api/v1/nodes";
  private static final String METALLB = "/apis/metallb.io/v1beta1/namespaces/there/";
  private static final String POOLS = METALLB + "ipaddresspools";
  private static final String ADS = METALLB + "l2advertisements";
  private static final KubeTimes TIMES =
      new KubeTimes(2_000, 2_000, 2_000, 60_000, 300_000, 10, 100, 60_000, 50, 800, 20);

  private final List<Snapshot> snapshots = new CopyOnWriteArrayList<>();
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private final FakeApi server;
  private final ApiConnection api;
  private @Nullable KubeSource source;

  KubeSnapshotsIT() throws IOException {
    server = new FakeApi();
    server.list("/api/v1/services", 10);
    server.list("/apis/discovery.k8s.io/v1/endpointslices", 10);
    server.list("/api/v1/namespaces/here/pods", 10);
    server.list(NODES, 10, node(5));
    api = new ApiConnection(new KubeAccess.Server(server.url(), null, null), TIMES);
  }

  private void start(Consumer<Snapshot> listener) {
    var settings = new KubeSettings("here", "there", "a=b", Rules.DEFAULTS.annotations(), TIMES);
    KubeSource made = new KubeSource(api, settings, listener, broken::add);
    source = made;
    made.start();
    await().until(() -> server.watched().size() >= 4);
  }

  @AfterEach
  void stop() {
    KubeSource made = source;
    if (made != null) {
      made.close();
    }
    api.close();
    server.close();
  }

  @Test
  void poolsOfMetalLbCountOnceBothKindsAreServedAndThereIsOne() {
    start(snapshots::add);
    server.list(POOLS, 70);
    await().until(() -> server.watching(POOLS) == 1);
    server.event(POOLS, "ADDED", pool(71));
    await().until(() -> objects("ipaddresspools") == 1);
    changeNode(72);
    assertThat(snapshots).noneMatch(each -> each.metalLb() != null);

    server.list(ADS, 73);
    await().until(() -> snapshots.getLast().metalLb() != null);
    server.event(POOLS, "DELETED", pool(74));
    await().until(() -> snapshots.getLast().metalLb() == null);
    assertThat(server.watching(POOLS)).isEqualTo(1);
  }

  @Test
  void whatTheListenerThrowsIsABrokenInvariant() {
    start(
        _ -> {
          throw new IllegalStateException("not as it should be");
        });

    await().until(() -> !broken.isEmpty());
    assertThat(broken.getFirst()).hasMessage("not as it should be");
  }

  @Test
  void aListenerThatTakesLongIsLeftAloneForTenTimesAsLong() throws InterruptedException {
    List<Long> begun = new CopyOnWriteArrayList<>();
    CountDownLatch never = new CountDownLatch(1);
    start(
        snapshot -> {
          begun.add(System.nanoTime());
          snapshots.add(snapshot);
          try {
            assertThat(never.await(40, TimeUnit.MILLISECONDS)).isFalse();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
    await().until(() -> snapshots.size() == 1);
    changeNode(20);
    changeNode(21);
    for (int i = 1; i < begun.size(); i++) {
      assertThat(begun.get(i) - begun.get(i - 1)).isGreaterThan(400_000_000);
    }
    assertThat(begun).hasSize(3);
  }

  private int objects(String kind) {
    KubeSource made = source;
    return made == null
        ? 0
        : made.status().kinds().stream()
            .filter(each -> each.name().equals(kind))
            .mapToInt(KindStatus::objects)
            .sum();
  }

  /** Makes a snapshot, and waits for it. */
  private void changeNode(long version) {
    String zone = Long.toString(version);
    server.event(NODES, "MODIFIED", node(version));
    await()
        .until(
            () ->
                !snapshots.isEmpty()
                    && snapshots.getLast().nodes().values().stream()
                        .anyMatch(node -> zone.equals(node.labels().get("zone"))));
  }

  private static String node(long version) {
    return "{'metadata':{'name':'n1','resourceVersion':'%s','labels':{'zone':'%s'}}}"
        .formatted(version, version);
  }

  private static String pool(long version) {
    return "{'metadata':{'name':'main','resourceVersion':'%s'},'spec':{'addresses':[]}}"
        .formatted(version);
  }
}
