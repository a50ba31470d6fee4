package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.OPEN;
import static dev.starling.speaker.core.Cast.facts;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Exclusion;
import dev.starling.election.ServiceIp;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnershipTest {
  private static final Standing MAJORITY = new Standing(3, 3, 3, false, false, false, false);
  private static final Standing MINORITY = new Standing(2, 2, 4, false, false, false, false);
  private static final Standing ISOLATED = new Standing(1, 1, 3, false, false, false, false);

  private final ServiceIp first = ipOf("a", "b", "c");
  private final ServiceIp second = ipOf("b", "a", "c");
  private final ServiceIp lock = ipOf("c", "b", "a");
  private final Ownership ownership = new Ownership();

  @BeforeEach
  void planThree() {
    ownership.plan(
        plan(setOf("a", "b", "c"), service(false, first, second), service(true, lock)),
        setOf("a", "b", "c"));
  }

  @Test
  void firstCandidateOwns() {
    ownership.elect(facts("a", "b", "c"), MAJORITY, null, OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "a", second, "b", lock, "c"));
    ownership.elect(facts("b", "c"), MAJORITY, null, OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "b", second, "b", lock, "c"));
    ownership.elect(facts(), MAJORITY, null, OPEN, 0);
    assertThat(ownership.owners()).isEmpty();
  }

  @Test
  void policyDecidesWhatASideClaims() {
    ownership.elect(facts("a", "c"), MINORITY, null, OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "a", second, "a"));
    ownership.elect(facts("a"), ISOLATED, null, OPEN, 0);
    assertThat(ownership.owners()).isEmpty();
  }

  @Test
  void patientNodeKeepsWhatItHasButGainsNothing() {
    ownership.elect(facts("a", "b", "c"), MAJORITY, null, OPEN, 0);
    ownership.elect(facts("a", "c"), MAJORITY, "a", OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "a", lock, "c"));
    ownership.elect(facts("a", "c"), MAJORITY, null, OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "a", second, "a", lock, "c"));
  }

  @Test
  void patienceIsForOneNodeOnly() {
    ownership.elect(facts("a", "b", "c"), MAJORITY, null, OPEN, 0);
    ownership.elect(facts("b", "c"), MAJORITY, "c", OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "b", second, "b", lock, "c"));
  }

  @Test
  void ageOfAnOwnerIsThatOfItsLastChange() {
    long start = -3 * MILLI_NANOS;
    ownership.elect(facts("a", "b", "c"), MAJORITY, null, OPEN, start);
    ownership.elect(facts("a", "c"), MAJORITY, null, OPEN, start + 7 * MILLI_NANOS);
    assertThat(ownership.outcome().sinceMillis(first, start + 10 * MILLI_NANOS)).isEqualTo(10);
    assertThat(ownership.outcome().sinceMillis(second, start + 10 * MILLI_NANOS)).isEqualTo(3);
  }

  @Test
  void anOutcomeStaysWhatItWasWhenTheNextElectionAndPlanCome() {
    ownership.elect(facts("a", "b", "c"), MAJORITY, null, OPEN, 0);
    Ownership.Outcome outcome = ownership.outcome();
    ownership.elect(facts("a", "c"), MAJORITY, null, OPEN, 7 * MILLI_NANOS);
    ownership.plan(plan(setOf("a"), service(false, first)), setOf("a", "b", "c"));

    assertThat(outcome.wanted()).containsOnlyKeys(first, second, lock);
    assertThat(outcome.owners()).isEqualTo(Map.of(first, "a", second, "b", lock, "c"));
    assertThat(outcome.sinceMillis(second, 10 * MILLI_NANOS)).isEqualTo(10);
    assertThat(ownership.outcome().sinceMillis(first, 10 * MILLI_NANOS)).isEqualTo(10);
  }

  @Test
  void newPlanForgetsIpsThatNobodyWants() {
    ownership.plan(plan(setOf("a"), service(false, first)), setOf("a", "b", "c"));
    assertThat(ownership.wanted()).containsOnlyKeys(first);
    assertThat(ownership.serviceOf(second)).isNull();
    ownership.elect(facts("b"), MAJORITY, null, OPEN, 0);
    assertThat(ownership.owners()).isEqualTo(Map.of(first, "b"));
  }

  @Test
  void rankingHasTheReasons() {
    var ranking = Objects.requireNonNull(ownership.wanted().get(second)).ranking(facts("a", "c"));
    assertThat(ranking.candidates()).containsExactly("a", "c");
    assertThat(ranking.excluded()).isEqualTo(Map.of("b", Exclusion.NOT_A_MEMBER));
  }
}
