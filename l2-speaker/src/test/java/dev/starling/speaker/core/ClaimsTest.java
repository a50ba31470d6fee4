package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.OPEN;
import static dev.starling.speaker.core.Cast.facts;
import static dev.starling.speaker.core.Cast.ipOf;
import static dev.starling.speaker.core.Cast.plan;
import static dev.starling.speaker.core.Cast.service;
import static dev.starling.speaker.core.Cast.setOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.NodeFacts;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.FlightRecord.Cause;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The speaker is a; b owned the IP before, or nobody did. */
class ClaimsTest {
  private static final Standing STANDING = new Standing(2, 2, 2, false, false, false, false);

  private final ServiceIp ip = ipOf("a", "b");
  private final Ownership ownership = new Ownership();
  private final Claims claims = new Claims("a");

  @BeforeEach
  void planTwo() {
    ownership.plan(plan(setOf("a", "b"), service(false, ip)), setOf("a", "b"));
  }

  /** What has become of b: a member with these facts, or gone after having said so. */
  @ParameterizedTest
  @CsvSource({
    "b, gone,     OTHER,         DEATH",
    "b, farewell, OTHER,         DRAIN",
    "b, draining, OTHER,         DRAIN",
    "b, linkless, OTHER,         LINK_LOST",
    "b, settling, OTHER,         RETURN",
    "b, good,     OTHER,         RETURN",
    "'', good,    OTHER,         RETURN",
    "'', gone,    OTHER,         RETURN",
    "b, good,     CONFIGURATION, CONFIGURATION",
    "'', good,    CONFIGURATION, CONFIGURATION",
    "b, gone,     CONFIGURATION, CONFIGURATION",
    "b, gone,     MERGE,         MERGE",
    "'', good,    MERGE,         MERGE"
  })
  void causeFollowsFromWhatBecameOfTheLastOwner(
      String previous, String fate, Claims.Trigger trigger, Cause cause) {
    SortedMap<String, NodeFacts> facts = facts("a");
    SortedMap<String, Description> gone = new TreeMap<>();
    switch (fate) {
      case "gone" -> gone.put("b", new Description(true, false, setOf(ETH0)));
      case "farewell" -> gone.put("b", new Description(true, true, setOf(ETH0)));
      case "draining" -> facts.put("b", new NodeFacts("b", true, true, true, setOf(ETH0)));
      case "linkless" -> facts.put("b", new NodeFacts("b", true, true, false, setOf()));
      case "settling" -> facts.put("b", new NodeFacts("b", true, false, false, setOf()));
      default -> facts.putAll(facts("b"));
    }
    ownership.elect(facts, STANDING, null, OPEN, 0);
    Claims.Outcome outcome = claims.compare(owner(previous), ownership, facts, gone, trigger);
    assertThat(outcome.notes())
        .containsExactly(new Note.Claimed(ip.text(), "web", cause, previous));
    assertThat(outcome.claims()).isEqualTo(Map.of(cause, Map.of(previous, List.of(ip))));
    assertThat(outcome.owned()).isEqualTo(Map.of(ip, setOf(ETH0)));
  }

  @Test
  void whatIsKeptIsOwnedButNotClaimed() {
    ownership.elect(facts("a", "b"), STANDING, null, OPEN, 0);
    Claims.Outcome outcome = compare(owner("a"));
    assertThat(outcome.notes()).isEmpty();
    assertThat(outcome.claims()).isEmpty();
    assertThat(outcome.owned()).containsOnlyKeys(ip);
  }

  @Test
  void whatAnotherGetsIsLost() {
    ownership.elect(facts("b"), STANDING, null, OPEN, 0);
    Claims.Outcome outcome = compare(owner("a"));
    assertThat(outcome.notes()).containsExactly(new Note.Released(ip.text(), "web", "lost", "b"));
    assertThat(outcome.owned()).isEmpty();
  }

  @Test
  void whatNobodyMayClaimIsSilent() {
    ownership.elect(facts("a"), new Standing(1, 1, 2, false, false, false, false), null, OPEN, 0);
    assertThat(compare(owner("a")).notes())
        .containsExactly(new Note.Released(ip.text(), "web", "silent", ""));
  }

  @Test
  void whatIsNoLongerWantedIsNotConfigured() {
    ownership.plan(plan(setOf("a", "b")), setOf("a", "b"));
    ownership.elect(facts("a"), STANDING, null, OPEN, 0);
    assertThat(compare(owner("a")).notes())
        .containsExactly(new Note.Released(ip.text(), "", "not-configured", ""));
  }

  @Test
  void movesBetweenOthersAreNotOurs() {
    ownership.elect(facts("b"), STANDING, null, OPEN, 0);
    Claims.Outcome outcome = compare(owner("c"));
    assertThat(outcome.notes()).isEmpty();
    assertThat(outcome.claims()).isEmpty();
    assertThat(outcome.owned()).isEmpty();
  }

  private Claims.Outcome compare(SortedMap<ServiceIp, String> before) {
    return claims.compare(
        before, ownership, facts("a", "b"), new TreeMap<>(), Claims.Trigger.OTHER);
  }

  private SortedMap<ServiceIp, String> owner(String node) {
    SortedMap<ServiceIp, String> owners = new TreeMap<>();
    if (!node.isEmpty()) {
      owners.put(ip, node);
    }
    return owners;
  }
}
