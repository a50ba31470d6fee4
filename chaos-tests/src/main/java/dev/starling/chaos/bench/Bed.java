package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.observe.Capture;
import dev.starling.chaos.observe.EchoServer;
import dev.starling.chaos.observe.Prober;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A network of its own for one product: nodes, client, the echo behind the service IP, and the
 * observers. Made anew for each session, so that no product finds what another has left.
 */
public final class Bed implements AutoCloseable {
  private final Plan plan;
  private final Network network;
  private final @Nullable Site beside;
  private final Installation installation;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<Runnable> echoes = new CopyOnWriteArrayList<>();
  private final List<Runnable> observers = new CopyOnWriteArrayList<>();
  private final Capture capture;
  private final Inquirer inquirer;
  private volatile Prober prober;

  /**
   * Builds the network and lets the client ask; nothing of the product runs yet.
   *
   * @param prefix what the names of the namespaces begin with
   * @param folder for the product's files; is made
   */
  public Bed(Product product, Path home, Plan plan, String prefix, Path folder) {
    this.plan = plan;
    this.network = Network.build(prefix, plan);
    this.beside =
        product.hasBeside(home)
            ? new Site(
                product,
                home,
                plan,
                Site.BESIDE,
                network.attach(Site.BESIDE, Site.BESIDE_NUMBER),
                folder)
            : null;
    this.installation =
        new Installation(
            plan.nodes().stream()
                .map(node -> new Site(product, home, plan, node, network.node(node), folder))
                .toList(),
            beside);
    // While the service IP is on every node's loopback, so that they can be bound to it.
    for (String node : plan.nodes()) {
      echoes.add(new EchoServer(network.node(node), node, plan.ipv4())::close);
    }
    this.capture = new Capture(network.client(), List.of(plan.ipv4()));
    this.prober = new Prober(network.client(), List.of(plan.ipv4()));
    this.inquirer = new Inquirer(network.client(), plan.ipv4());
    observers.add(prober::close);
    observers.add(inquirer::close);
  }

  /** The client and the inquirer say nothing from now on. */
  public void hush() {
    observers.forEach(Runnable::run);
    observers.clear();
  }

  /** The client probes again, with an empty log; the inquirer stays quiet. */
  public void probe() {
    prober = new Prober(network.client(), List.of(plan.ipv4()));
    observers.add(prober::close);
  }

  /** Who has which address. */
  public Plan plan() {
    return plan;
  }

  /** The network. */
  public Network network() {
    return network;
  }

  /** The product on the nodes. */
  public Installation installation() {
    return installation;
  }

  /** Everything seen at or after {@code nanos}. */
  public Sightings since(long nanos) {
    SortedMap<String, String> nodeOf = new TreeMap<>();
    plan.nodes().forEach(node -> nodeOf.put(Plan.macOf(node), node));
    return new Sightings(
        nodeOf, capture.since(nanos), prober.log(plan.ipv4()).since(nanos), inquirer.since(nanos));
  }

  /** Copies what the product has printed into {@code target}, a file for each node. */
  public void keepLogs(Path target) {
    plan.nodes().forEach(node -> keepLog(installation.site(node), target));
    if (beside != null) {
      keepLog(beside, target);
    }
  }

  private static void keepLog(Site site, Path target) {
    Path copy =
        target.resolve("%s-%s.log".formatted(site.namespace().name(), site.product().name()));
    try {
      if (Files.exists(site.log())) {
        Files.copy(site.log(), copy, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new LabException("cannot copy " + site.log(), e);
    }
  }

  /** Ends the product and the observers and removes the namespaces. Idempotent. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    installation.retire();
    hush();
    echoes.forEach(Runnable::run);
    capture.close();
    for (String machine : machines()) {
      String name = network.node(machine).name();
      Command.run(List.of("ip", "netns", "pids", name))
          .lines()
          .filter(line -> !line.isBlank())
          .forEach(line -> Posix.signal(Long.parseLong(line.strip()), Posix.SIGKILL));
      Command.run(List.of("ip", "netns", "del", name));
    }
  }

  private List<String> machines() {
    Stream<String> others =
        beside == null ? Stream.of("client", "switch") : Stream.of(Site.BESIDE, "client", "switch");
    return Stream.concat(plan.nodes().stream(), others).toList();
  }
}
