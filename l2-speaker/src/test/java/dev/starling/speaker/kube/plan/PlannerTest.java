package dev.starling.speaker.kube.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Eligibility;
import dev.starling.election.ServiceIp;
import dev.starling.election.Terms;
import dev.starling.speaker.core.ServicePlan;
import dev.starling.speaker.kube.model.Candidate;
import dev.starling.speaker.kube.model.FaultReason;
import dev.starling.speaker.kube.model.NodeExclusion;
import dev.starling.speaker.kube.model.ObjectFault;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Peer;
import dev.starling.speaker.kube.model.Resolution;
import dev.starling.speaker.kube.model.SharedIp;
import dev.starling.speaker.kube.model.Verdict;
import dev.starling.speaker.kube.model.WithheldReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final String FOUR = "192.0.2.80";
  private static final String SIX = "2001:db8::80";

  private final SortedMap<ObjectName, Verdict> verdicts = new TreeMap<>();
  private final List<SharedIp> shared = new ArrayList<>();
  private final List<Peer> peers = new ArrayList<>();
  private final List<ObjectFault> faults = new ArrayList<>();
  private @Nullable NodeExclusion exclusion;

  PlannerTest() {
    peer("a", "192.0.2.9");
  }

  @Test
  void whoeverHasASpeakerIsExpected() {
    peer("b", "192.0.2.2");
    assertThat(plan().plan().expected()).containsExactly("a", "b");
    assertThat(plan().peers()).extracting(Peer::node).containsExactly("b");
  }

  @Test
  void anExcludedNodeHandsOver() {
    assertThat(plan().plan().drain()).isFalse();
    exclusion = NodeExclusion.EXCLUDE_LABEL;
    assertThat(plan().plan().drain()).isTrue();
  }

  @Test
  void aPeerThatCannotBeReachedCountsAndIsTold() {
    peer("b", "2001:db8::2");
    peers.add(new Peer("c", null, null));
    peers.add(new Peer("d", ServiceIp.of("192.0.2.4"), ServiceIp.of("2001:db8::4")));
    assertThat(plan().plan().expected()).containsExactly("a", "b", "c", "d");
    assertThat(plan().peers()).extracting(Peer::node).containsExactly("d");
    assertThat(plan().unplanned())
        .extracting(Unplanned::toString)
        .containsExactly("node b: otherFamily (2001:db8::2)", "node c: noHostAddress");
    Planned sixth =
        Planner.plan(
            new Resolution(verdicts, shared, peers, exclusion, faults), new Self("a", 4, true));
    assertThat(sixth.peers()).extracting(Peer::node).containsExactly("b", "d");
    assertThat(sixth.plan().expected()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void aSpeakerWithoutAPodTakesNoPart() {
    assertThat(plan().absence()).isNull();
    peers.clear();
    assertThat(plan().absence()).isEqualTo(Absence.NO_POD);
    peer("b", "192.0.2.2");
    Planned planned = plan();
    assertThat(planned.absence()).isEqualTo(Absence.NO_POD);
    assertThat(planned.plan().drain()).isTrue();
    assertThat(planned.plan().expected()).as("it drains among them").containsExactly("a", "b");
    assertThat(planned.unplanned()).containsExactly(new Unplanned("node a", "noOwnPod", "", true));
  }

  @Test
  void whoIsBeyondTheLimitIsSoForEverybody() {
    peers.clear();
    for (int i = 0; i <= Planner.SPEAKERS; i++) {
      peer(String.format(Locale.ROOT, "n%04d", i), "10.0." + i / 256 + "." + i % 256);
    }
    Planned within = planOf("n1024");
    assertThat(within.absence()).isNull();
    assertThat(within.plan().expected()).hasSize(Planner.SPEAKERS).doesNotContain("n1025");
    assertThat(within.peers()).hasSize(1_024);
    assertThat(planOf("n0000").plan().expected()).isEqualTo(within.plan().expected());

    Planned beyond = planOf("n1025");
    assertThat(beyond.absence()).isEqualTo(Absence.TOO_MANY_SPEAKERS);
    assertThat(beyond.plan().drain()).isTrue();
    assertThat(beyond.peers()).as("as many as the membership takes").hasSize(1_024);
    assertThat(beyond.unplanned())
        .extracting(Unplanned::toString)
        .containsExactly("Pods: tooManySpeakers (1026 of 1025)", "node n1025: tooManySpeakers");
  }

  @Test
  void allIpsOfAServiceAreElectedByItsFirst() {
    announce("web", nodes("a", "b"), SIX, FOUR);
    ServicePlan service = only();
    assertThat(service.name()).isEqualTo("default/web");
    assertThat(service.ips()).containsExactly(ServiceIp.of(FOUR), ServiceIp.of(SIX));
    assertThat(service.key()).isEqualTo(ServiceIp.of(SIX));
    assertThat(service.eligibility())
        .isEqualTo(Eligibility.alike(set("a", "b"), set(ServicePlan.ANY_LINK)));
  }

  @Test
  void scoresAndInterfacesAreOfEachNode() {
    SortedMap<String, Candidate> nodes = new TreeMap<>();
    nodes.put("a", new Candidate(70, set("eth1", "eth2")));
    nodes.put("b", new Candidate(0, null));
    announce("web", nodes, FOUR);
    Eligibility eligibility = only().eligibility();
    assertThat(eligibility.of("a")).isEqualTo(new Terms(70, set("eth1", "eth2")));
    assertThat(eligibility.of("b")).isEqualTo(new Terms(0, set("*")));
    assertThat(eligibility.of("c")).isNull();
  }

  @Test
  void whyANodeIsExcludedIsTold() {
    SortedMap<String, NodeExclusion> excluded = new TreeMap<>();
    excluded.put("b", NodeExclusion.EXCLUDE_LABEL);
    verdicts.put(
        name("web"),
        new Verdict.Announced("p", List.of(ServiceIp.of(FOUR)), nodes("a"), excluded, false));
    assertThat(only().why()).containsExactly(Map.entry("b", "EXCLUDE_LABEL"));
  }

  @Test
  void anIpThatServicesShareIsInOnePlanAndTheOldestDecides() {
    announce("two", nodes("a", "b"), FOUR, SIX);
    announce("one", nodes("b", "c"), SIX);
    share(SIX, "two", "one");
    List<ServicePlan> services = plan().plan().services();
    assertThat(services)
        .extracting(ServicePlan::name)
        .containsExactlyInAnyOrder("default/two", "default/two default/one");
    ServicePlan both = named(services, "default/two default/one");
    assertThat(both.ips()).containsExactly(ServiceIp.of(SIX));
    assertThat(both.key()).isEqualTo(ServiceIp.of(FOUR));
    assertThat(both.eligibility().of("b")).isNotNull();
    assertThat(both.eligibility().of("a")).isNull();
    assertThat(named(services, "default/two").eligibility().of("a")).isNotNull();
  }

  @Test
  void theFirstDecidesWhereNobodyMayAnnounceAllThatShare() {
    announce("one", nodes("a"), FOUR);
    announce("two", nodes("b"), FOUR);
    share(FOUR, "one", "two");
    assertThat(only().eligibility().of("a")).isNotNull();
    assertThat(only().eligibility().of("b")).isNull();
  }

  @Test
  void aServiceThatIsNotAnnouncedIsToldUnlessItIsNotForUs() {
    withheld("cluster-ip", WithheldReason.NOT_LOAD_BALANCER, "ClusterIP");
    withheld("foreign", WithheldReason.OTHER_CLASS, "other");
    withheld("lost", WithheldReason.IP_NOT_ALLOWED, FOUR);
    assertThat(plan().unplanned())
        .extracting(Unplanned::toString)
        .containsExactly("default/lost: ipNotAllowed (192.0.2.80)");
  }

  @Test
  void faultsOfObjectsAreTold() {
    faults.add(new ObjectFault(ObjectFault.Kind.POOL, "edge", FaultReason.RANGE_REVERSED, "9-1"));
    assertThat(plan().unplanned())
        .extracting(Unplanned::toString)
        .containsExactly("POOL edge: RANGE_REVERSED (9-1)");
  }

  @Test
  void aUniqueServiceNeedsEveryPeerToWatch() {
    verdicts.put(
        name("lock"),
        new Verdict.Announced("p", List.of(ServiceIp.of(FOUR)), nodes("a"), new TreeMap<>(), true));
    for (int i = 0; i < 4; i++) {
      peer("p" + i, "192.0.2." + i);
    }
    assertThat(only().unique()).isTrue();
    peers.add(new Peer("p4", null, null));
    assertThat(plan().plan().services()).isEmpty();
    assertThat(plan().unplanned())
        .extracting(Unplanned::toString)
        .contains("default/lock: uniqueNeedsObservers (4 observers, 5 peers)");
    assertThat(plan().verdicts().get(name("lock")))
        .isInstanceOfSatisfying(
            Verdict.Withheld.class, lock -> assertThat(lock.reason().isFault()).isTrue());
  }

  @Test
  void namesOfLinksAreNoMoreThanASpeakerCanTell() {
    for (int i = 0; i < 70; i++) {
      SortedMap<String, Candidate> nodes = new TreeMap<>();
      nodes.put("a", new Candidate(0, set(String.format(Locale.ROOT, "eth%02d", i))));
      announce(String.format(Locale.ROOT, "web%02d", i), nodes, "192.0.2." + i);
    }
    Planned planned = plan();
    assertThat(planned.plan().links()).hasSize(Planner.LINKS);
    assertThat(planned.unplanned())
        .hasSize(7)
        .allMatch(each -> each.reason().equals("tooManyInterfaces"));
    assertThat(planned.plan().services()).hasSize(70);
  }

  @Test
  void alikeServicesShareOneEligibility() {
    SortedMap<String, Candidate> nodes = nodes("a", "b");
    announce("one", nodes, FOUR);
    announce("two", nodes, SIX);
    List<ServicePlan> services = plan().plan().services();
    assertThat(services.getFirst().eligibility()).isSameAs(services.getLast().eligibility());
  }

  private void announce(String name, SortedMap<String, Candidate> nodes, String... ips) {
    List<ServiceIp> all = Arrays.stream(ips).map(ServiceIp::of).toList();
    verdicts.put(name(name), new Verdict.Announced("p", all, nodes, new TreeMap<>(), false));
  }

  private void withheld(String name, WithheldReason reason, String text) {
    verdicts.put(name(name), new Verdict.Withheld(reason, text, Collections.emptySortedMap()));
  }

  private void share(String ip, String... services) {
    List<ObjectName> names = Arrays.stream(services).map(PlannerTest::name).toList();
    shared.add(new SharedIp(ServiceIp.of(ip), names, false));
  }

  private void peer(String node, String host) {
    ServiceIp ip = ServiceIp.of(host);
    peers.add(ip.isIpv6() ? new Peer(node, null, ip) : new Peer(node, ip, null));
  }

  private Planned plan() {
    return planOf("a");
  }

  private Planned planOf(String node) {
    return Planner.plan(
        new Resolution(verdicts, shared, peers, exclusion, faults), new Self(node, 4, false));
  }

  private ServicePlan only() {
    List<ServicePlan> services = plan().plan().services();
    assertThat(services).hasSize(1);
    return services.getFirst();
  }

  private static ServicePlan named(List<ServicePlan> services, String name) {
    return services.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  private static ObjectName name(String name) {
    return new ObjectName("default", name);
  }

  private static SortedMap<String, Candidate> nodes(String... names) {
    SortedMap<String, Candidate> nodes = new TreeMap<>();
    for (String name : names) {
      nodes.put(name, new Candidate(0, null));
    }
    return nodes;
  }

  private static SortedSet<String> set(String... texts) {
    return new TreeSet<>(Arrays.asList(texts));
  }
}
