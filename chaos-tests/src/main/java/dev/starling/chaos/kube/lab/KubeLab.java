package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.KubeCluster;
import dev.starling.chaos.kube.KubeClusterSetup;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Observed;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.nodes.StatusPage;
import dev.starling.chaos.observe.Capture;
import dev.starling.chaos.observe.Connections;
import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.Prober;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes of three nodes, and the client beside it with the observers. Closing it leaves
 * nothing behind; so does the end of this JVM in any way. Needs root.
 */
public final class KubeLab implements AutoCloseable {
  private static final int STATUS_PERIOD_MILLIS = 50;
  private static final Duration STEADY_LIMIT = Duration.ofSeconds(90);
  private static final Duration ANNOUNCED_LIMIT = Duration.ofSeconds(30);
  private static final Duration REPLY_LIMIT = Duration.ofSeconds(3);

  /** For one client, until the next one tries. */
  private static final Duration CLIENT_LIMIT = Duration.ofSeconds(6);

  private static final int CLIENTS = 5;
  private static final long HOLD_NANOS = 1_000_000_000L;

  private final KubeLabSetup setup;
  private final KubeCluster cluster;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<Runnable> observers = new CopyOnWriteArrayList<>();
  private final SortedMap<String, StatusPage> pages;
  private final String balancedIp;
  private final Capture capture;
  private volatile Prober prober;
  private final Connections connections;
  private final Installation installation;

  private KubeLab(KubeLabSetup setup, KubeCluster cluster) {
    this.setup = setup;
    this.cluster = cluster;
    this.balancedIp = balancedIp(plan());
    this.capture = new Capture(cluster.network().client(), plan().serviceIps());
    observers.add(capture::close);
    this.prober = new Prober(cluster.network().client(), plan().serviceIps());
    observers.add(this::closeProber);
    this.connections = new Connections(cluster.network().client(), balancedIp);
    observers.add(connections::close);
    SortedMap<String, StatusPage> all = new TreeMap<>();
    for (String node : plan().nodes()) {
      StatusPage page = new StatusPage(cluster.network().node(node), STATUS_PERIOD_MILLIS);
      observers.add(page::close);
      all.put(node, page);
    }
    this.pages = Collections.unmodifiableSortedMap(all);
    this.installation = new Installation(cluster.plane());
  }

  /** Starts the cluster and the observers; no speaker is there yet. */
  public static KubeLab start(KubeLabSetup setup) {
    KubeCluster cluster =
        KubeCluster.start(
            KubeClusterSetup.of(KubeLabSetup.NODES, setup.tools(), List.of(setup.image())));
    try {
      return new KubeLab(setup, cluster);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Installs the speakers as a user does, and waits until they have one view. */
  public void install() {
    installation.apply(setup.metalLb());
    installation.awaitRollout();
    await("one view of all nodes", this::oneView);
  }

  /** Runs the echo on each node, behind two Services that have no IP yet. */
  public void deployEcho() {
    kubectl().apply(Workload.echo());
    kubectl().run("rollout", "status", "daemonset/echo", "--timeout=120s");
    // The Pods are ready before their endpoints say so.
    await("an endpoint on each node", () -> readyEndpoints() == 2 * KubeLabSetup.NODES);
  }

  private long readyEndpoints() {
    String ready =
        kubectl()
            .run(
                "get",
                "endpointslices",
                "--selector=kubernetes.io/service-name=" + Workload.LOCAL,
                "--output=jsonpath={.items[*].endpoints[*].conditions.ready}");
    return ready.lines().flatMap(line -> Stream.of(line.split(" "))).filter("true"::equals).count();
  }

  /** Gives both Services their IPs, as an address manager does, and tells how they came up. */
  public List<KubeFigures.Assigned> assign() {
    long since = System.nanoTime();
    assign(Workload.LOCAL, plan().serviceIps());
    List<KubeFigures.Assigned> found = new ArrayList<>();
    for (String ip : plan().serviceIps()) {
      Patience.await(
          ip + " is announced",
          ANNOUNCED_LIMIT,
          () -> observed(ip, since, "").newOwner(since) != null,
          this::describe);
      Patience.within(REPLY_LIMIT, () -> firstReply(ip, since) != null);
      Observed observed = observed(ip, since, "");
      String owner = observed.newOwner(since);
      Millis millis = owner == null ? Millis.NONE : observed.phases(since, owner);
      found.add(new KubeFigures.Assigned(ip, owner, millis.firstFrame(), firstReply(ip, since)));
    }
    assign(Workload.BALANCED, List.of(balancedIp));
    return found;
  }

  private void assign(String service, List<String> ips) {
    kubectl()
        .run(
            "patch",
            "service",
            service,
            "--subresource=status",
            "--type=merge",
            "--patch=" + Workload.assigned(ips));
  }

  /** Waits until all has been as it should be for a second: one view, one owner, all replies. */
  public void awaitSteady() {
    await(
        "one view, and %s answering alone, for one second".formatted(plan().firstOwner()),
        steady());
  }

  /**
   * The same with a client that begins anew. Each node's kernel keeps the way of a datagram flow
   * for as long as the flow lasts: one that reaches a node before kube-proxy knows the IP there
   * finds no Pod, however long it goes on.
   */
  public void awaitSteadyAnew() {
    for (int i = 0; i < CLIENTS; i++) {
      prober.close();
      prober = new Prober(cluster.network().client(), plan().serviceIps());
      if (Patience.within(CLIENT_LIMIT, steady())) {
        return;
      }
    }
    awaitSteady();
  }

  private BooleanSupplier steady() {
    long[] since = {Long.MIN_VALUE};
    return () -> {
      long now = System.nanoTime();
      if (!isSteady(now)) {
        since[0] = Long.MIN_VALUE;
      } else if (since[0] == Long.MIN_VALUE) {
        since[0] = now;
      }
      return since[0] != Long.MIN_VALUE && now - since[0] >= HOLD_NANOS;
    };
  }

  /** Who has which address, and who owns which IP. */
  public Plan plan() {
    return cluster.plan();
  }

  /** The IP of the balanced Service; it has the same first and second owner as the others. */
  public String balancedIp() {
    return balancedIp;
  }

  /** The nodes and the control plane. */
  public KubeCluster cluster() {
    return cluster;
  }

  /** The client that asks the service IPs. */
  public Prober prober() {
    return prober;
  }

  /** The client that connects to the balanced IP. */
  public Connections connections() {
    return connections;
  }

  /** The newest status of a node's speaker; empty while it does not answer. */
  public Optional<NodeStatus> status(String node) {
    StatusPage page = pages.get(node);
    return page == null ? Optional.empty() : page.last();
  }

  /** Everything seen of a service IP since a moment. */
  Observed observed(String ip, long since, String victim) {
    SortedMap<String, String> nodeOf = new TreeMap<>();
    plan().nodes().forEach(node -> nodeOf.put(Plan.macOf(node), node));
    return new Observed(
        victim,
        nodeOf,
        capture.since(since).stream().filter(frame -> frame.ip().equals(ip)).toList(),
        prober.log(ip).since(since),
        new TreeMap<>());
  }

  /** The speakers, as a user sees them. */
  Installation installation() {
    return installation;
  }

  /** kubectl for somebody who may do everything. */
  Kubectl kubectl() {
    return cluster.plane().kubectl();
  }

  /** What each node says of itself, and who answers the client. */
  String describe() {
    return plan().nodes().stream()
        .map(node -> "%n  %s: %s".formatted(node, status(node).map(Object::toString).orElse("?")))
        .collect(Collectors.joining());
  }

  /** Leaves everything in place when this is closed, until somebody runs what is returned. */
  public String keep() {
    cluster.plane().keep();
    return cluster.plane().removal();
  }

  /** Stops the observers and removes everything. Idempotent. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      observers.reversed().forEach(Runnable::run);
    } finally {
      cluster.close();
    }
  }

  private void await(String what, BooleanSupplier reached) {
    Patience.await(what, STEADY_LIMIT, reached, this::describe);
  }

  private boolean oneView() {
    List<NodeStatus> all =
        plan().nodes().stream().map(this::status).flatMap(Optional::stream).toList();
    return all.size() == plan().nodes().size()
        && all.stream().map(NodeStatus::epoch).distinct().count() == 1
        && all.stream()
            .allMatch(each -> each.isServing() && each.members().size() == plan().nodes().size());
  }

  private boolean isSteady(long now) {
    String owner = plan().firstOwner();
    return oneView()
        && plan().nodes().stream()
            .allMatch(
                node ->
                    plan().serviceIps().stream()
                        .allMatch(ip -> isRight(status(node), ip, node.equals(owner))))
        && plan().serviceIps().stream()
            .allMatch(ip -> serves(prober.log(ip).since(now - 250_000_000L), owner, now));
  }

  private boolean isRight(Optional<NodeStatus> status, String ip, boolean answering) {
    return status
        .filter(each -> each.ownerOf(ip).equals(plan().firstOwner()))
        .filter(each -> each.answersFor(ip) == answering)
        .isPresent();
  }

  private static boolean serves(List<Probe> probes, String owner, long now) {
    List<Probe> old =
        probes.stream().filter(probe -> now - probe.sentNanos() > 100_000_000L).toList();
    return !old.isEmpty()
        && old.stream()
            .allMatch(
                probe -> probe.answer().filter(answer -> answer.node().equals(owner)).isPresent());
  }

  private @Nullable Double firstReply(String ip, long since) {
    return prober.log(ip).since(since).stream()
        .flatMap(probe -> probe.answer().stream())
        .map(answer -> Millis.between(since, answer.nanos()))
        .min(Double::compare)
        .orElse(null);
  }

  private void closeProber() {
    prober.close();
  }

  private static String balancedIp(Plan plan) {
    List<String> order = Plan.order(plan.nodes(), plan.ipv4()).subList(0, 2);
    return IntStream.rangeClosed(129, 199)
        .mapToObj(last -> "10.77.0." + last)
        .filter(ip -> Plan.order(plan.nodes(), ip).subList(0, 2).equals(order))
        .findFirst()
        .orElseThrow(() -> new LabException("no address of the pool has the order " + order));
  }
}
