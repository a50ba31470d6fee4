package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.setOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Demand;
import dev.starling.election.Eligibility;
import dev.starling.election.NodeFacts;
import dev.starling.election.ServiceIp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FormingTest {
  private static final long START = 7;
  private static final ServiceIp IP = ServiceIp.of("192.0.2.80");

  private final Forming forming = new Forming("b");

  @Test
  void whatWillBeAnothersIsLeftToIt() {
    var facts = facts(false, true, false);
    forming.update(facts, false, START);

    assertThat(forming.isAnothers(wanted("a", "b", "c"), forming.hoped(facts, setOf("eth0"))))
        .isTrue();
    assertThat(forming.isAnothers(wanted("b", "a", "c"), forming.hoped(facts, setOf("eth0"))))
        .isFalse();
  }

  @Test
  void itIsOverWhenTheFirstHasSettledForLongEnough() {
    var nobody = facts(false, false, false);
    forming.update(nobody, false, START);
    assertThat(forming.deadlineNanos()).isEqualTo(Instants.NEVER);
    assertThat(forming.hoped(nobody, setOf("eth0"))).hasSize(3);

    var one = facts(false, false, true);
    forming.update(one, false, 2 * START);
    long end = 2 * START + Forming.LIMIT_NANOS;
    assertThat(forming.deadlineNanos()).isEqualTo(end);
    forming.update(one, false, end - 1);
    assertThat(forming.hoped(one, setOf("eth0"))).isNotEmpty();

    forming.update(one, false, end);
    assertThat(forming.hoped(one, setOf("eth0"))).isEmpty();
    assertThat(forming.isAnothers(wanted("a", "b", "c"), forming.hoped(one, setOf("eth0"))))
        .isFalse();
    assertThat(forming.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @Test
  void itIsOverForGoodWhenAllHaveSettled() {
    forming.update(facts(true, true, true), false, START);
    var later = facts(false, true, false);
    forming.update(later, false, START);
    assertThat(forming.hoped(later, setOf("eth0"))).isEmpty();
  }

  @Test
  void whoeverHasNoLinkYetIsTakenToGetThoseThatAreNamed() {
    var facts = facts(true, true, true);
    facts.put("a", new NodeFacts("a", true, true, false, setOf()));
    forming.update(facts, false, START);
    var hoped = forming.hoped(facts, setOf("eth0"));
    assertThat(forming.isAnothers(wanted("a", "b", "c"), hoped)).isTrue();
    assertThat(forming.isAnothers(wanted("b", "a", "c"), hoped)).isFalse();

    forming.update(facts(true, true, true), false, START);
    assertThat(forming.isOver()).isTrue();
  }

  @Test
  void aGroupInWhichSomebodyHadSettledBeforeAnswersAlready() {
    var facts = facts(false, true, false);
    forming.update(facts, true, START);
    assertThat(forming.hoped(facts, setOf("eth0"))).isEmpty();
  }

  private static SortedMap<String, NodeFacts> facts(boolean a, boolean b, boolean c) {
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    facts.put("a", new NodeFacts("a", true, a, false, setOf("eth0")));
    facts.put("b", new NodeFacts("b", true, b, false, setOf("eth0")));
    facts.put("c", new NodeFacts("c", true, c, false, setOf("eth0")));
    return facts;
  }

  private static Ownership.Wanted wanted(String... order) {
    var service = ServicePlan.alike("web", new TreeSet<>(List.of(IP)), setOf("eth0"), null, false);
    Eligibility eligibility = service.eligibility();
    return new Ownership.Wanted(
        service, new Demand(IP, eligibility), List.of(order), List.of(order));
  }
}
