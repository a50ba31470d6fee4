package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.membership.Peer;
import dev.starling.speaker.config.ConfigFile;
import dev.starling.speaker.config.ConfigResult;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.config.Surroundings;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import dev.starling.speaker.kube.plan.Unplanned;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.OwnedService;
import dev.starling.speaker.kube.writes.Owner;
import dev.starling.speaker.kube.writes.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubeFeedTest {
  private static final String POOLS =
      """
      keyFile: key
      kubernetes:
        namespace: starling-system
        excludeInterfaces: ["^veth"]
        pools: [{name: edge, addresses: [192.0.2.128/25]}]
      """;

  private final List<String> calls = new ArrayList<>();
  private final List<List<Peer>> expected = new ArrayList<>();
  private final List<Intent> intents = new ArrayList<>();
  private final List<Ownership> written = new ArrayList<>();
  private final List<String> conflicts = new ArrayList<>();
  private final KubeFeed.Records records =
      new KubeFeed.Records() {
        @Override
        public void owners(Members members, Ownership ownership) {
          written.add(ownership);
        }

        @Override
        public void conflict(ObjectName service, Conflict conflict) {
          conflicts.add(service + " " + conflict.mac());
        }
      };
  private final List<Throwable> broken = new ArrayList<>();
  private final KubeFeed feed =
      new KubeFeed(
          config(POOLS),
          new KubeFeed.Targets(
              peers -> {
                calls.add("expect");
                expected.add(peers);
              },
              intent -> {
                calls.add("configure");
                intents.add(intent);
              },
              () -> calls.add("begin"),
              records,
              broken::add),
          Runnable::run,
          () -> 0);

  @AfterEach
  void end() {
    assertThat(broken).isEmpty();
  }

  @Test
  void nobodyIsJoinedBeforeTheOthersAreKnown() {
    feed.configure(config(POOLS));
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    assertThat(calls).containsExactly("expect", "configure", "begin");
    assertThat(expected.getFirst())
        .extracting(peer -> peer.node() + " " + peer.address())
        .containsExactly("n2 /192.0.2.2:7946");
    Intent intent = intents.getFirst();
    assertThat(intent.needsGeneralLinks()).isTrue();
    assertThat(intent.general(new TreeSet<>(List.of("eth0", "veth1")))).containsExactly("eth0");
  }

  @Test
  void whatChangesNothingReachesNobody() {
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    feed.take(snapshot("192.0.2.131", "n1", "n2"));
    assertThat(intents).hasSize(2);
    assertThat(calls).containsExactly("expect", "configure", "begin", "configure");
  }

  @Test
  void withoutAPodOfItsOwnASpeakerDoesNotBegin() {
    feed.take(snapshot("192.0.2.130"));
    assertThat(calls).isEmpty();
    assertThat(feed.problem())
        .contains("no Pod of ours", "of 0 nodes", "starling-system", "component=speaker", "n1");
    feed.take(snapshot("192.0.2.130", "n2"));
    feed.configure(config(POOLS));
    assertThat(calls).as("nor as one that nobody counts").isEmpty();
    assertThat(feed.unplanned()).extracting(Unplanned::reason).contains("noOwnPod");

    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    assertThat(calls).containsExactly("expect", "configure", "begin");
    assertThat(feed.problem()).isEmpty();
  }

  @Test
  void onceBegunASpeakerWithoutAPodHandsOver() {
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    feed.take(snapshot("192.0.2.130", "n2"));
    Plan plan = Objects.requireNonNull(intents.getLast().plan());
    assertThat(plan.drain()).isTrue();
    assertThat(plan.expected()).containsExactly("n1", "n2");
    assertThat(feed.problem()).contains("no Pod of ours", "of 1 nodes");
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    assertThat(Objects.requireNonNull(intents.getLast().plan()).drain()).isFalse();
    assertThat(calls).filteredOn("begin"::equals).hasSize(1);
  }

  @Test
  void aListWithoutAnySpeakerIsAFailedOne() {
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    feed.take(snapshot("192.0.2.131"));
    Plan plan = Objects.requireNonNull(intents.getLast().plan());
    assertThat(plan.expected()).containsExactly("n1", "n2");
    assertThat(plan.drain()).isFalse();
    assertThat(plan.services()).hasSize(1);
    assertThat(expected).hasSize(1);
    feed.take(snapshot("192.0.2.131", "n1"));
    assertThat(Objects.requireNonNull(intents.getLast().plan()).expected()).containsExactly("n1");
  }

  @Test
  void aChangedFileIsPlannedAnew() {
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    feed.configure(config(POOLS.replace("192.0.2.128/25", "198.51.100.0/24")));
    assertThat(feed.unplanned()).extracting(Unplanned::reason).containsExactly("ipNotAllowed");
  }

  @Test
  void whoOwnsAServiceIsWrittenOnceItIsElectedByThePlan() {
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    Plan plan = Objects.requireNonNull(intents.getFirst().plan());
    SortedMap<ServiceIp, String> byIp = new TreeMap<>();
    byIp.put(ServiceIp.of("192.0.2.130"), "n2");
    var nodes = new TreeSet<>(List.of("n1", "n2"));
    feed.elected(new Owners(byIp, new TreeSet<>(), plan, nodes, true));
    assertThat(written)
        .singleElement()
        .satisfies(
            ownership ->
                assertThat(ownership.services().get(new ObjectName("default", "web")))
                    .isEqualTo(
                        new OwnedService(
                            "uid",
                            List.of("192.0.2.130"),
                            new TreeSet<>(),
                            new Owner.Node("n2", "", ""))));

    byIp = new TreeMap<>();
    byIp.put(ServiceIp.of("192.0.2.130"), "n1");
    feed.elected(new Owners(byIp, new TreeSet<>(), plan, nodes, true));
    assertThat(written.getLast().services().get(new ObjectName("default", "web")))
        .extracting(OwnedService::owner)
        .isEqualTo(new Owner.Node("n1", "", "n2"));

    feed.take(snapshot("192.0.2.131", "n1", "n2"));
    assertThat(written).as("nobody was elected for the new IP yet").hasSize(2);
  }

  @Test
  void aConflictIsToldOfTheServiceThatHasTheIp() {
    feed.conflict("192.0.2.130", new Conflict("192.0.2.130", "eth0", "02:00:00:00:00:09"));
    feed.take(snapshot("192.0.2.130", "n1", "n2"));
    feed.conflict("192.0.2.130", new Conflict("192.0.2.130", "eth0", "02:00:00:00:00:09"));
    feed.conflict("192.0.2.99", new Conflict("192.0.2.99", "eth0", "02:00:00:00:00:09"));
    assertThat(conflicts).containsExactly("default/web 02:00:00:00:00:09");
  }

  private static SpeakerConfig config(String yaml) {
    return switch (ConfigFile.parse(yaml, new Surroundings("n1", "192.0.2.1", null))) {
      case ConfigResult.Good(SpeakerConfig config) -> config;
      case ConfigResult.Bad bad -> throw new AssertionError(bad.toString());
    };
  }

  private static Snapshot snapshot(String ip, String... nodes) {
    List<KubeNode> all = new ArrayList<>();
    List<SpeakerPod> pods = new ArrayList<>();
    for (String node : List.of("n1", "n2")) {
      all.add(
          new KubeNode(
              node,
              new TreeMap<>(),
              new TreeMap<>(),
              new TreeMap<>(),
              new TreeSet<>(),
              false,
              List.of()));
    }
    for (String node : nodes) {
      pods.add(new SpeakerPod("pod-" + node, node, "192.0.2." + node.charAt(1), "Running"));
    }
    ObjectName name = new ObjectName("default", "web");
    var service =
        new KubeService(
            name,
            "uid",
            "",
            "LoadBalancer",
            null,
            null,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(ip));
    var endpoint = new KubeEndpoints.Endpoint("n1", true, null);
    return new Snapshot(
        Snapshot.byName(List.of(service), KubeService::name),
        List.of(new KubeEndpoints(name, List.of(endpoint))),
        Snapshot.byName(all, KubeNode::name),
        Snapshot.byName(pods, SpeakerPod::name),
        null);
  }
}
