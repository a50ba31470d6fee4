package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A product on one node: everything that its shell file is told, and the calls to it.
 *
 * @param product whose file is called
 * @param home the project's folder
 * @param plan who has which address; of the service IPs only the IPv4 one takes part
 * @param node the node, or {@code beside}
 * @param namespace the node's namespace
 * @param shared a folder that all nodes of this product see; the node's own is in it
 */
public record Site(
    Product product, Path home, Plan plan, String node, Namespace namespace, Path shared) {

  /** The name of the machine that a product may want beside its nodes. */
  static final String BESIDE = "beside";

  /** Its number on the network. */
  static final int BESIDE_NUMBER = 240;

  /** Makes the node's folder. */
  public Site {
    try {
      Files.createDirectories(shared.resolve(node));
    } catch (IOException e) {
      throw new LabException("cannot make the folder of " + node, e);
    }
  }

  /** What the product prints, of all its lives. */
  public Path log() {
    return folder().resolve("log");
  }

  /** Writes the configuration, and makes the node as it is after boot. */
  public void prepare() {
    Command.run(inside("prepare"));
  }

  /** Whether the product says that this node is a full member of a whole cluster. */
  public boolean ready() {
    try {
      Command.run(inside("ready"));
      return true;
    } catch (LabException e) {
      return false;
    }
  }

  /** The process ids of everything that runs on this node. */
  public List<Long> processIds() {
    return Command.run(outside("pids"))
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .map(Long::parseLong)
        .toList();
  }

  /** Starts the product; the process is its main one, with a session of its own. */
  public Process start() {
    return start("start");
  }

  /** Starts what the product wants on a machine that is no node. */
  public Process startBeside() {
    return start(BESIDE);
  }

  private Process start(String action) {
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(inside(action));
    try {
      return new ProcessBuilder(words)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
          .start();
    } catch (IOException e) {
      throw new LabException("cannot start %s on %s".formatted(product.name(), node), e);
    }
  }

  /** What the shell file is told, by environment variable. */
  public SortedMap<String, String> environment() {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("BENCH_HOME", home.toString());
    all.put("BENCH_NODE", node);
    all.put("BENCH_NAMESPACE", namespace.name());
    all.put("BENCH_ADDRESS", isBeside() ? beside() : Plan.ipv4Of(node));
    all.put("BENCH_BESIDE", beside());
    all.put("BENCH_RANK", String.valueOf(rank()));
    all.put("BENCH_PEERS", peers());
    all.put("BENCH_CARD", Network.CARD);
    all.put("BENCH_SERVICE_IPS", plan.ipv4());
    all.put("BENCH_WITNESS", Plan.CLIENT_IPV4);
    all.put("BENCH_FOLDER", folder().toString());
    all.put("BENCH_SHARED", shared.toString());
    return all;
  }

  private boolean isBeside() {
    return node.equals(BESIDE);
  }

  private static String beside() {
    return Plan.ipv4Of(BESIDE_NUMBER);
  }

  private int rank() {
    return Plan.order(plan.nodes(), plan.ipv4()).indexOf(node) + 1;
  }

  private String peers() {
    return plan.nodes().stream()
        .filter(peer -> !peer.equals(node))
        .map(peer -> peer + "=" + Plan.ipv4Of(peer))
        .collect(Collectors.joining(" "));
  }

  private Path folder() {
    return shared.resolve(node);
  }

  private List<String> inside(String action) {
    return namespace.command(outside(action));
  }

  /** By {@code env}, so that the words alone say everything. */
  private List<String> outside(String action) {
    List<String> words = new ArrayList<>(List.of("env"));
    environment().forEach((name, value) -> words.add(name + "=" + value));
    words.add("bash");
    words.add(product.script().toString());
    words.add(action);
    return words;
  }
}
