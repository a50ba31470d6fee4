package dev.starling.speaker.kube.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Demand;
import dev.starling.election.Election;
import dev.starling.election.NodeFacts;
import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.ServicePlan;
import dev.starling.speaker.kube.model.Verdict.Announced;
import dev.starling.speaker.kube.plan.Planner;
import dev.starling.speaker.kube.plan.Self;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** A change of speakers moves nothing: the core, given the plan, elects MetalLB's owner. */
class PlanOwnersTest {
  @RepeatedTest(300)
  void theOwnerByThePlanIsMetalLbs(RepetitionInfo repetition) {
    String given = System.getProperty("seed", "");
    long seed = given.isEmpty() ? repetition.getCurrentRepetition() : Long.parseLong(given);
    World world = new RandomWorld(seed).make();
    Resolution resolution = world.resolve();
    List<String> nodes = new ArrayList<>();
    resolution.peers().forEach(peer -> nodes.add(peer.node()));
    Random random = new Random(seed);
    SortedMap<String, NodeFacts> facts = new TreeMap<>();
    for (String node : nodes) {
      if (random.nextInt(4) != 0) {
        var links = new TreeSet<>(List.of("*", "eth0", "eth1", "bond0"));
        facts.put(node, new NodeFacts(node, true, true, false, links));
      }
    }
    Set<ServiceIp> shared = new HashSet<>();
    resolution.shared().forEach(each -> shared.add(each.ip()));
    Set<ServiceIp> planned = new HashSet<>();
    for (ServicePlan service :
        Planner.plan(resolution, new Self("n0", 16, false)).plan().services()) {
      for (ServiceIp ip : service.ips()) {
        assertThat(planned.add(ip)).as("seed %d: %s is planned once", seed, ip).isTrue();
        if (!shared.contains(ip)) {
          ServiceIp key = Objects.requireNonNull(service.key());
          List<String> order =
              Rendezvous.preferring(Rendezvous.order(key, nodes), service.eligibility());
          String owner = Election.owner(new Demand(ip, service.eligibility()), order, facts);
          assertThat(owner)
              .as("seed %d: %s", seed, ip)
              .isEqualTo(metalLbs(resolution, service.name(), facts));
        }
      }
    }
    resolution
        .services()
        .values()
        .forEach(
            verdict -> {
              if (verdict instanceof Announced announced) {
                assertThat(planned).as("seed %d", seed).containsAll(announced.ips());
              }
            });
  }

  private static @Nullable String metalLbs(
      Resolution resolution, String service, SortedMap<String, NodeFacts> facts) {
    for (Verdict verdict : named(resolution, service)) {
      if (verdict instanceof Announced announced) {
        for (String node : announced.order()) {
          if (facts.containsKey(node)) {
            return node;
          }
        }
      }
    }
    return null;
  }

  private static List<Verdict> named(Resolution resolution, String service) {
    return resolution.services().entrySet().stream()
        .filter(entry -> entry.getKey().toString().equals(service))
        .map(Map.Entry::getValue)
        .toList();
  }
}
