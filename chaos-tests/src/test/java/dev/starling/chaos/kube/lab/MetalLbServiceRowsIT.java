package dev.starling.chaos.kube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.Watch;
import dev.starling.chaos.attack.Ledger;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.observe.Asker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * More rows of what MetalLB's own tests of its layer 2 mode expect of its speaker: of Services, and
 * of what the cluster is told of them ({@code e2etest} in its repository: l2.go, preferred_node.go,
 * interface_selector.go, speaker_failover.go; and service_controller_test.go).
 */
class MetalLbServiceRowsIT extends SpeakersCase {
  private static final int SECOND_OBSERVER = 239;

  /** Of a Service for other speakers, in the same pool as all. */
  private static final String FOREIGN_IP = "10.77.0.198";

  /** In a pool of its own. */
  private static final String FAR_IP = "10.77.0.210";

  private static final String TO_ALL = "{ipAddressPools: [lab]}";
  private static final String RACK = "starling.test/rack";
  private static final String OWNED = "starling_owned_ips";
  private static final String ANSWERED = "starling_frames_answered_total";
  private static final String ASSIGNED = "nodeAssigned";
  private static final String FAILED = "announceFailed";

  /** What the dead have written stays for 15 s. */
  private static final Duration SWEEP_LIMIT = Duration.ofSeconds(30);

  /** Between two starts of kubectl, each of which takes a processor for a while. */
  private static final long POLL_MILLIS = 200;

  private final List<Runnable> undo = new ArrayList<>();

  /** Asks for the IPs that are not the lab's own. */
  private Asker second;

  @BeforeAll
  final void startSecond() {
    second =
        new Asker(
            lab.network().attach("second", SECOND_OBSERVER),
            Plan.macOf(SECOND_OBSERVER),
            List.of(Cluster.OTHER_IP, FOREIGN_IP, FAR_IP));
  }

  @AfterAll
  final void closeSecond() {
    if (second != null) {
      second.close();
    }
  }

  @AfterEach
  void putBack() {
    undo.reversed().forEach(Runnable::run);
    undo.clear();
  }

  @Test
  void servicesOfOneIpHaveOneOwnerAndItStaysWhenTheOlderOneIsDeleted() {
    undo.add(() -> cluster.assign(lab.plan().serviceIps()));
    undo.add(() -> cluster.addServiceToAssign("web", "RequireDualStack", "{}"));
    undo.add(() -> cluster.removeServices("other"));
    Watch watch = Watch.start(lab);
    List<Ledger> before = ledgers();

    // Their endpoints are apart, and none is with the owner.
    cluster.addSharingService("web", lab.plan().serviceIps(), heir);
    cluster.addSharingService("other", lab.plan().serviceIps(), last());
    awaitStatuses("other", List.of(owner), LIMIT);
    awaitStatuses("web", List.of(owner), LIMIT);
    onlyTheOwnerCounts(before);

    cluster.removeServices("web");
    Steadiness.await(lab);
    awaitStatuses("web", List.of(), LIMIT);
    assertThat(cluster.statuses("other")).containsExactly(owner);
    watch.undisturbed().nothingLost().onlyFrom(owner).clientEndsAt(owner);
  }

  @Test
  void aServiceOfAClassThatNobodyIsToldIsPassedOverAndChangesNothing() {
    undo.add(() -> cluster.removeServices("foreign", "other"));
    Watch watch = Watch.start(lab);
    String other = Plan.order(lab.plan().nodes(), Cluster.OTHER_IP).getFirst();

    cluster.addService("foreign", FOREIGN_IP, "starling.test/foreign");
    // Who knows this one has heard of the one before: changes of a kind come in their order.
    cluster.addService();
    Patience.await(
        "the Service without a class is announced",
        LIMIT,
        () ->
            answers(Cluster.OTHER_IP, watch.nanos()).contains(Plan.macOf(other))
                && lab.plan().nodes().stream().allMatch(node -> finds(node, other)),
        () -> Steadiness.describe(lab));
    awaitStatuses("other", List.of(other), LIMIT);

    for (String node : lab.plan().nodes()) {
      assertThat(lab.status(node).orElseThrow().ips())
          .as("IPs at %s", node)
          .doesNotContainKey(FOREIGN_IP);
    }
    assertThat(answers(FOREIGN_IP, watch.nanos())).isEmpty();
    assertThat(cluster.statuses("foreign")).isEmpty();
    assertThat(cluster.events("foreign")).isEmpty();
    watch.noViewChange().nothingLost().onlyFrom(owner);
  }

  @Test
  void theNodeWithTheMostWeightOverAllAdvertisementsIsPreferred() {
    undo.add(() -> cluster.advertise(TO_ALL));
    undo.add(() -> cluster.removeAdvertisement("second"));
    undo.add(() -> cluster.label("node", heir, RACK + "-"));
    cluster.label("node", heir, RACK + "=a");

    // 50 for the last, and for the heir 40 and 20.
    String preferLast = weight(50, "kubernetes.io/hostname", last());
    cluster.advertise(preferring(preferLast + ", " + weight(40, RACK, "a")));
    cluster.advertise("second", preferring(weight(20, RACK, "a")));
    awaitOwnerAmong(List.of(heir));

    cluster.label("node", heir, RACK + "-");
    awaitOwnerAmong(List.of(last()));
  }

  @Test
  void anAdvertisementMayNameTheInterfaceInUseAndNoneAgainAndNothingMoves() {
    undo.add(() -> cluster.advertise(TO_ALL));
    Watch watch = Watch.start(lab);

    cluster.advertise("{ipAddressPools: [lab], interfaces: [eth0]}");
    awaitStatuses("web", List.of(owner + " eth0"), LIMIT);
    cluster.advertise(TO_ALL);
    awaitStatuses("web", List.of(owner), LIMIT);

    Steadiness.await(lab);
    watch.undisturbed().nothingLost().onlyFrom(owner);
  }

  /** Two rows in one: the status of the dead stays for 15 s, and the warning takes 5 of them. */
  @Test
  void whoIsLeftTellsWhoAnnouncesNowAndWhatNobodyCan() {
    undo.add(() -> cluster.advertise(TO_ALL));
    undo.add(() -> cluster.removeAdvertisement("far"));
    undo.add(() -> cluster.removeServices("far"));
    cluster.advertise("{ipAddressPools: [lab], interfaces: [eth0]}");
    awaitStatuses("web", List.of(owner + " eth0"), LIMIT);
    Set<String> old = Set.copyOf(events("web", ASSIGNED));

    long killed = lab.speaker(owner).end(Posix.SIGKILL);
    awaitAssigned(old, List.of(heir));
    cluster.pool("far", "[" + FAR_IP + "/32]");
    cluster.advertise("far", "{ipAddressPools: [far], interfaces: [eth9]}");
    cluster.addService("far", FAR_IP);
    Steadiness.await(lab, Expected.of(without(owner)));
    awaitTold("a warning", LIMIT, () -> !events("far", FAILED).isEmpty(), () -> told("far"));
    awaitStatuses("web", List.of(heir + " eth0"), SWEEP_LIMIT);

    lab.speaker(owner).startAgain();
    awaitStatuses("web", List.of(owner + " eth0"), LIMIT);
    awaitAssigned(old, List.of(heir, owner));
    assertThat(events("far", FAILED))
        .hasSize(1)
        .allMatch(each -> each.contains(FAR_IP) && each.contains("usable interface"));
    assertThat(cluster.statuses("far")).isEmpty();
    assertThat(answers(FAR_IP, killed)).isEmpty();
  }

  private void onlyTheOwnerCounts(List<Ledger> before) {
    List<Ledger> now = ledgers();
    for (int i = 0; i < now.size(); i++) {
      String node = lab.plan().nodes().get(i);
      boolean owns = node.equals(owner);
      long answers = now.get(i).total(ANSWERED) - before.get(i).total(ANSWERED);
      assertThat(now.get(i).total(OWNED)).as("IPs of %s", node).isEqualTo(owns ? 2 : 0);
      assertThat(answers > 0).as("whether %s has answered", node).isEqualTo(owns);
    }
  }

  private List<Ledger> ledgers() {
    return lab.plan().nodes().stream().map(node -> Ledger.of(lab, node)).toList();
  }

  private boolean finds(String node, String other) {
    return lab.status(node).filter(it -> it.ownerOf(Cluster.OTHER_IP).equals(other)).isPresent();
  }

  /** The hardware addresses that the second observer was given for {@code ip}. */
  private Set<String> answers(String ip, long sinceNanos) {
    return second.since(sinceNanos).stream()
        .filter(each -> each.ip().equals(ip))
        .flatMap(each -> each.macs().stream())
        .collect(Collectors.toSet());
  }

  /** Waits until the ServiceL2Status objects of a Service are these, and no others. */
  private void awaitStatuses(String service, List<String> expected, Duration limit) {
    awaitTold(
        "the ServiceL2Status objects of " + service + " say " + expected,
        limit,
        () -> cluster.statuses(service).equals(expected),
        () -> cluster.statuses(service).toString());
  }

  /** Waits until there is one more Event than the old ones for each of these nodes. */
  private void awaitAssigned(Set<String> old, List<String> nodes) {
    awaitTold(
        "one Event each that names " + nodes,
        LIMIT,
        () -> {
          List<String> all = new ArrayList<>(events("web", ASSIGNED));
          all.removeAll(old);
          return all.size() == nodes.size()
              && nodes.stream().allMatch(node -> all.stream().anyMatch(it -> names(it, node)));
        },
        () -> told("web"));
  }

  private static void awaitTold(
      String what, Duration limit, BooleanSupplier isTold, Supplier<String> seen) {
    Patience.await(
        what,
        limit,
        () -> {
          boolean told = isTold.getAsBoolean();
          if (!told) {
            Patience.pause(POLL_MILLIS);
          }
          return told;
        },
        seen);
  }

  private List<String> events(String service, String reason) {
    return cluster.events(service).stream().filter(it -> it.startsWith(reason + " ")).toList();
  }

  private String told(String service) {
    return String.join("\n", cluster.events(service));
  }

  private static boolean names(String event, String node) {
    return event.contains("from node \"" + node + "\"");
  }

  /** The node that comes after the heir. */
  private String last() {
    return Plan.order(lab.plan().nodes(), lab.plan().ipv4()).getLast();
  }

  private static String preferring(String preferences) {
    return "{ipAddressPools: [lab], preferredNodeSelectors: [" + preferences + "]}";
  }

  private static String weight(int weight, String label, String value) {
    return "{weight: %s, preference: {matchLabels: {%s: %s}}}".formatted(weight, label, value);
  }
}
