package dev.starling.election;

import static dev.starling.election.Exclusion.DRAINING;
import static dev.starling.election.Exclusion.NODE_NOT_LISTED;
import static dev.starling.election.Exclusion.NOT_A_MEMBER;
import static dev.starling.election.Exclusion.NO_USABLE_LINK;
import static dev.starling.election.Exclusion.SETTLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ElectionTest {
  private static final ServiceIp IP = ServiceIp.of("10.0.0.1");
  private static final List<String> NODES = List.of("node-a", "node-b", "node-c");
  private static final List<String> ORDER = Rendezvous.order(IP, NODES);
  private static final Demand ANYWHERE = new Demand(IP, Eligibility.alike(null, set("eth0")));

  @Test
  void theFirstOfTheOrderOwnsWhenAllMay() {
    Ranking ranking = Election.rank(ANYWHERE, ORDER, good("node-a", "node-b", "node-c"));
    assertThat(ranking.candidates()).containsExactly("node-b", "node-a", "node-c");
    assertThat(ranking.owner()).isEqualTo("node-b");
    assertThat(ranking.excluded()).isEmpty();
  }

  @Test
  void aNodeWithoutFactsIsNoMember() {
    Ranking ranking = Election.rank(ANYWHERE, ORDER, good("node-a"));
    assertThat(ranking.candidates()).containsExactly("node-a");
    assertThat(ranking.excluded())
        .isEqualTo(Map.of("node-b", NOT_A_MEMBER, "node-c", NOT_A_MEMBER));
  }

  @Test
  void eachFilterNamesItsReason() {
    Demand demand =
        new Demand(IP, Eligibility.alike(set("a", "b", "c", "d", "e"), set("eth0", "eth1")));
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    put(facts, new NodeFacts("a", false, true, false, set("eth0")));
    put(facts, new NodeFacts("b", true, false, true, set()));
    put(facts, new NodeFacts("c", true, true, true, set()));
    put(facts, new NodeFacts("d", true, true, false, set("eth2")));
    put(facts, new NodeFacts("e", true, true, false, set("eth1", "eth2")));
    put(facts, new NodeFacts("f", true, false, true, set()));
    Ranking ranking = Election.rank(demand, Rendezvous.order(IP, facts.keySet()), facts);
    assertThat(ranking.owner()).isEqualTo("e");
    assertThat(ranking.excluded())
        .isEqualTo(
            Map.of(
                "a", NOT_A_MEMBER,
                "b", SETTLING,
                "c", DRAINING,
                "d", NO_USABLE_LINK,
                "f", NODE_NOT_LISTED));
  }

  @Test
  void anEmptyListOfNodesLetsNobodyOwn() {
    Demand nowhere = new Demand(IP, Eligibility.alike(set(), set("eth0")));
    Ranking ranking = Election.rank(nowhere, ORDER, good("node-a", "node-b", "node-c"));
    assertThat(ranking.owner()).isNull();
    assertThat(ranking.excluded().values()).containsOnly(NODE_NOT_LISTED);
  }

  @Test
  void aStaleOrderIsABrokenInvariant() {
    SortedMap<String, NodeFacts> facts = good("node-a", "node-z");
    assertThatThrownBy(() -> Election.rank(ANYWHERE, ORDER, facts))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("node-z");
  }

  @Test
  void anIpThatIsWantedOnNoLinkIsRefused() {
    assertThatThrownBy(() -> Eligibility.alike(null, set()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @RepeatedTest(200)
  void eachNodeIsACandidateOrHasAReason(RepetitionInfo repetition) {
    long seed = Seeds.of(repetition);
    Random random = new Random(seed);
    Demand demand = randomDemand(random);
    SortedMap<String, NodeFacts> facts = randomFacts(random);
    List<String> order = Rendezvous.order(demand.ip(), facts.keySet());
    Ranking ranking = Election.rank(demand, order, facts);
    SortedSet<String> all = new TreeSet<>(ranking.candidates());
    all.addAll(ranking.excluded().keySet());
    assertThat(all).as("seed %d", seed).isEqualTo(facts.keySet());
    assertThat(ranking.candidates().size() + ranking.excluded().size())
        .as("seed %d", seed)
        .isEqualTo(facts.size());
    assertThat(ranking.candidates())
        .as("seed %d", seed)
        .isEqualTo(order.stream().filter(node -> !ranking.excluded().containsKey(node)).toList());
    assertThat(Election.owner(demand, order, facts)).as("seed %d", seed).isEqualTo(ranking.owner());
  }

  @RepeatedTest(200)
  void aNodeThatDiesMovesOnlyWhatItOwned(RepetitionInfo repetition) {
    long seed = Seeds.of(repetition);
    Random random = new Random(seed);
    SortedMap<String, NodeFacts> before = randomFacts(random);
    String dead =
        before.keySet().stream().skip(random.nextInt(before.size())).findFirst().orElseThrow();
    SortedMap<String, NodeFacts> after = new TreeMap<>(before);
    after.remove(dead);
    for (int i = 0; i < 20; i++) {
      Demand demand = randomDemand(random);
      List<String> order = Rendezvous.order(demand.ip(), before.keySet());
      Ranking was = Election.rank(demand, order, before);
      Ranking is = Election.rank(demand, order, after);
      String heir =
          was.candidates().stream().filter(node -> !node.equals(dead)).findFirst().orElse(null);
      assertThat(is.owner()).as("seed %d, %s", seed, demand.ip()).isEqualTo(heir);
      assertThat(is.candidates())
          .as("seed %d: as if it had never been known", seed)
          .isEqualTo(
              Election.rank(demand, Rendezvous.order(demand.ip(), after.keySet()), after)
                  .candidates());
    }
  }

  private static Demand randomDemand(Random random) {
    SortedSet<String> nodes = random.nextInt(3) == 0 ? randomSubset(random, "n", 8) : null;
    SortedSet<String> links = randomSubset(random, "eth", 3);
    links.add("eth1");
    return new Demand(RendezvousTest.randomIp(random), Eligibility.alike(nodes, links));
  }

  private static SortedMap<String, NodeFacts> randomFacts(Random random) {
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      put(
          facts,
          new NodeFacts(
              "n" + i,
              random.nextInt(5) > 0,
              random.nextInt(5) > 0,
              random.nextInt(5) == 0,
              randomSubset(random, "eth", 3)));
    }
    return facts;
  }

  private static SortedSet<String> randomSubset(Random random, String prefix, int size) {
    SortedSet<String> subset = new TreeSet<>();
    for (int i = 0; i < size; i++) {
      if (random.nextBoolean()) {
        subset.add(prefix + i);
      }
    }
    return subset;
  }

  private static SortedMap<String, NodeFacts> good(String... nodes) {
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    for (String node : nodes) {
      put(facts, new NodeFacts(node, true, true, false, set("eth0")));
    }
    return facts;
  }

  private static void put(SortedMap<String, NodeFacts> facts, NodeFacts node) {
    facts.put(node.node(), node);
  }

  private static SortedSet<String> set(String... names) {
    return new TreeSet<>(List.of(names));
  }
}
