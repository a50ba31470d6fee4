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
  private static final Self SELF = new Self("a", 4, false);
  private static final String FOUR = "192.0.2.80";
  private static final String SIX = "2001:db8::80";

  private final SortedMap<ObjectName, Verdict> verdicts = new TreeMap<>();
  private final List<SharedIp> shared = new ArrayList<>();
  private final List<Peer> peers = new ArrayList<>();
  private final List<ObjectFault> faults = new ArrayList<>();
  private @Nullable NodeExclusion exclusion;

  @Test
  void whoeverHasASpeakerIsExpected() {
    peer("a", "192.0.2.1");
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
  void aPeerOfTheOtherFamilyCannotBeHeardAndIsTold() {
    peer("b", "2001:db8::2");
    assertThat(plan().plan().expected()).containsExactly("a");
    assertThat(plan().unplanned())
        .extracting(Unplanned::toString)
        .containsExactly("node b: otherFamily (2001:db8::2)");
  }

  @Test
  void thisNodeIsExpectedBeforeItsPodIsSeen() {
    assertThat(plan().plan().expected()).containsExactly("a");
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
  void anIpThatServicesShareHasOneOwnerAndIsInOnePlan() {
    announce("one", nodes("a", "b"), FOUR, SIX);
    announce("two", nodes("b", "c"), SIX);
    share(SIX, "one", "two");
    List<ServicePlan> services = plan().plan().services();
    assertThat(services)
        .extracting(ServicePlan::name)
        .containsExactlyInAnyOrder("default/one", "default/one default/two");
    ServicePlan both = named(services, "default/one default/two");
    assertThat(both.ips()).containsExactly(ServiceIp.of(SIX));
    assertThat(both.key()).isEqualTo(ServiceIp.of(FOUR));
    assertThat(both.eligibility().of("b")).isNotNull();
    assertThat(both.eligibility().of("a")).isNull();
    assertThat(named(services, "default/one").eligibility().of("a")).isNotNull();
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
    peer("p4", "192.0.2.4");
    assertThat(plan().plan().services()).isEmpty();
    assertThat(plan().unplanned())
        .extracting(Unplanned::toString)
        .containsExactly("default/lock: uniqueNeedsObservers (4 observers, 5 peers)");
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
    SortedSet<ObjectName> names = new TreeSet<>();
    Arrays.stream(services).map(PlannerTest::name).forEach(each -> names.add(each));
    shared.add(new SharedIp(ServiceIp.of(ip), names, false));
  }

  private void peer(String node, String host) {
    peers.add(new Peer(node, ServiceIp.of(host)));
  }

  private Planned plan() {
    return Planner.plan(new Resolution(verdicts, shared, peers, exclusion, faults), SELF);
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
