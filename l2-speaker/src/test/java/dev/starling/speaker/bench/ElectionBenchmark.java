package dev.starling.speaker.bench;

import dev.starling.election.Demand;
import dev.starling.election.Election;
import dev.starling.election.Eligibility;
import dev.starling.election.NodeFacts;
import dev.starling.election.Ranking;
import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Who owns what, among 100 nodes of which every tenth is gone. */
@State(Scope.Thread)
public class ElectionBenchmark {
  private static final int NODES = 100;
  private static final int IPS = 1_000;

  private final List<String> nodes = new ArrayList<>();
  private final List<Demand> demands = new ArrayList<>();
  private final List<List<String>> orders = new ArrayList<>();
  private final SortedMap<String, NodeFacts> facts = new TreeMap<>();

  /** The nodes, their facts, the IPs and the order of each. */
  public ElectionBenchmark() {
    SortedSet<String> links = new TreeSet<>(List.of("eth0"));
    for (int i = 0; i < NODES; i++) {
      String node = "node-" + i;
      nodes.add(node);
      facts.put(node, new NodeFacts(node, i % 10 != 0, true, false, links));
    }
    for (int i = 0; i < IPS; i++) {
      ServiceIp ip = ServiceIp.of("10.1." + i / 250 + "." + (1 + i % 250));
      demands.add(new Demand(ip, Eligibility.alike(null, links)));
      orders.add(Rendezvous.order(ip, nodes));
    }
  }

  /** The order of one IP: a hash for each node; once for each change of nodes or services. */
  @Benchmark
  public List<String> orderOneIp() {
    return Rendezvous.order(demands.getFirst().ip(), nodes);
  }

  /** All candidates of one IP, and the reason against each other node: what a status shows. */
  @Benchmark
  public Ranking rankOneIp() {
    return Election.rank(demands.getFirst(), orders.getFirst(), facts);
  }

  /** The owners of 1,000 IPs after a change of the view. */
  @Benchmark
  public int ownersOf1000Ips() {
    int owned = 0;
    for (int i = 0; i < IPS; i++) {
      owned += Election.owner(demands.get(i), orders.get(i), facts) == null ? 0 : 1;
    }
    return owned;
  }
}
