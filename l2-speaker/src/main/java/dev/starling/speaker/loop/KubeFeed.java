package dev.starling.speaker.loop;

import dev.starling.election.ServiceIp;
import dev.starling.membership.Peer;
import dev.starling.speaker.config.KubernetesConfig;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.kube.model.NodeRules;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.OwnPool;
import dev.starling.speaker.kube.model.Resolution;
import dev.starling.speaker.kube.model.Resolver;
import dev.starling.speaker.kube.model.Rules;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.plan.Absence;
import dev.starling.speaker.kube.plan.OwnershipRecord;
import dev.starling.speaker.kube.plan.Planned;
import dev.starling.speaker.kube.plan.Planner;
import dev.starling.speaker.kube.plan.Self;
import dev.starling.speaker.kube.plan.Unplanned;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.Ownership;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what a Kubernetes cluster wants to whom it concerns: the peers to the membership, the plan
 * to the links and so to the core. Plans on one thread, the latest snapshot only.
 *
 * <p>Nothing begins before the cluster has a Pod for this node's speaker: the others would not
 * count it, and with a list that is wrong it would be alone, as each of them. Once begun, it hands
 * its IPs over when that Pod goes. A list without any speaker is a failed one: the last one counts.
 */
final class KubeFeed {
  /** The annotation of a Service or a pool that tells its policy. */
  static final String POLICY_ANNOTATION = "starling.dev/policy";

  private static final Logger LOG = LoggerFactory.getLogger(KubeFeed.class);

  private final Targets targets;
  private final Executor thread;
  private final AtomicReference<@Nullable Snapshot> arrived = new AtomicReference<>();
  private SpeakerConfig config;
  private @Nullable Snapshot snapshot;
  private @Nullable Planned last;
  private @Nullable Intent lastIntent;
  private final AtomicReference<@Nullable Owners> elected = new AtomicReference<>();
  private @Nullable Owners owners;
  private @Nullable Ownership recorded;
  private boolean begun;
  private boolean doubting;
  private final UnplannedLog log;
  private volatile List<Unplanned> unplanned = List.of();
  private volatile String problem = "";

  /**
   * Whom a plan concerns.
   *
   * @param expect takes the other speakers
   * @param configure takes the rest
   * @param begin is called once, after the first of both, when this speaker is one of the cluster's
   * @param records takes who announces what, for the API server
   * @param broken hears of mistakes of ours
   */
  record Targets(
      Consumer<List<Peer>> expect,
      Consumer<Intent> configure,
      Runnable begin,
      Records records,
      Consumer<Throwable> broken) {}

  /** Takes what is to be written to the API server. */
  interface Records {
    /** Who lives, and who announces which Service. */
    void owners(Members members, Ownership ownership);

    /** A stranger claims an IP of {@code service}. */
    void conflict(ObjectName service, Conflict conflict);
  }

  /**
   * A feed that knows of no cluster yet.
   *
   * @param thread runs one task after the other
   * @param clock in nanoseconds
   */
  KubeFeed(SpeakerConfig config, Targets targets, Executor thread, LongSupplier clock) {
    this.config = config;
    this.targets = targets;
    this.thread = thread;
    log = new UnplannedLog(clock, (level, line) -> LOG.atLevel(level).log(line));
  }

  /** A changed file. */
  void configure(SpeakerConfig next) {
    execute(
        () -> {
          config = next;
          plan();
        });
  }

  /** What the cluster wants now. */
  void take(Snapshot next) {
    arrived.set(next);
    execute(
        () -> {
          // Several may have come while the last one was planned: the latest says it all.
          Snapshot latest = arrived.getAndSet(null);
          if (latest != null) {
            snapshot = believable(latest);
            plan();
          }
        });
  }

  /** Who owns what now. */
  void elected(Owners now) {
    elected.set(now);
    execute(
        () -> {
          Owners latest = elected.getAndSet(null);
          if (latest != null) {
            owners = latest;
            record();
          }
        });
  }

  /** A stranger claims {@code ip}. */
  void conflict(String ip, Conflict heard) {
    execute(
        () -> {
          Planned current = last;
          if (current != null) {
            OwnershipRecord.having(current.verdicts(), ip)
                .forEach(name -> targets.records.conflict(name, heard));
          }
        });
  }

  /** With the speakers known last where {@code next} has none at all. */
  private Snapshot believable(Snapshot next) {
    Snapshot known = snapshot;
    boolean failed = known != null && known.hasSpeakers() && !next.hasSpeakers();
    if (failed && !doubting) {
      LOG.warn("no speaker has a Pod any more, {}: those known last still count", place());
    }
    doubting = failed;
    return known != null && failed ? next.withSpeakersOf(known) : next;
  }

  private String place() {
    KubernetesConfig kubernetes = config.kubernetes();
    return kubernetes == null
        ? ""
        : "in namespace " + kubernetes.namespace() + " by the selector " + kubernetes.podSelector();
  }

  private void record() {
    Owners now = owners;
    Snapshot known = snapshot;
    Planned planned = last;
    // Between a plan and the election by it the one knows Services that the other does not.
    if (now == null || known == null || planned == null || !now.wanted().equals(planned.plan())) {
      return;
    }
    SortedMap<ObjectName, String> uids = new TreeMap<>();
    known.services().forEach((name, service) -> uids.put(name, service.uid()));
    uids.values().removeIf(String::isEmpty);
    Ownership next = OwnershipRecord.of(planned.verdicts(), uids, now, recorded);
    recorded = next;
    targets.records.owners(new Members(now.nodes(), now.leader()), next);
  }

  /** What is not announced as the cluster asks. */
  List<Unplanned> unplanned() {
    return unplanned;
  }

  /** Why this speaker takes no part; empty if it does. */
  String problem() {
    return problem;
  }

  private void execute(Runnable task) {
    thread.execute(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            targets.broken.accept(e);
          }
        });
  }

  private void plan() {
    Snapshot known = snapshot;
    KubernetesConfig kubernetes = config.kubernetes();
    if (known == null || kubernetes == null) {
      return;
    }
    Resolution resolved = Resolver.resolve(known, rules(kubernetes), config.node());
    Planned next =
        Planner.plan(
            resolved,
            new Self(
                config.node(),
                config.detection().observers(),
                new ServiceIp(config.bind()).isIpv6()));
    unplanned = next.unplanned();
    log.tell(unplanned);
    tell(next.absence(), resolved.peers().size());
    if (begun || next.absence() == null) {
      take(next, kubernetes);
    }
  }

  private void take(Planned next, KubernetesConfig kubernetes) {
    Planned before = last;
    last = next;
    if (before == null || !before.peers().equals(next.peers())) {
      targets.expect.accept(peers(next));
    }
    Intent intent =
        new Intent(
            config,
            next.plan(),
            kubernetes.excludeInterfaces().stream().map(Pattern::compile).toList());
    if (before == null
        || !before.plan().equals(next.plan())
        || lastIntent == null
        || !lastIntent.config().equals(config)) {
      lastIntent = intent;
      targets.configure.accept(intent);
    }
    if (!begun) {
      begun = true;
      targets.begin.run();
    }
    record();
  }

  private void tell(@Nullable Absence absence, int speakers) {
    String now =
        switch (absence) {
          case null -> "";
          case NO_POD ->
              "no Pod of ours: of "
                  + speakers
                  + " nodes with a speaker's Pod "
                  + place()
                  + " none is "
                  + config.node();
          case TOO_MANY_SPEAKERS ->
              speakers
                  + " nodes have a speaker's Pod, and "
                  + config.node()
                  + " is beyond those that a group may have";
        };
    if (!now.isEmpty() && problem.isEmpty()) {
      LOG.error("{}: {}", now, begun ? "its IPs are handed over" : "waiting for it");
    } else if (now.isEmpty() && !problem.isEmpty()) {
      LOG.info("{} is one of the speakers", config.node());
    }
    problem = now;
  }

  private List<Peer> peers(Planned planned) {
    boolean ipv6 = new ServiceIp(config.bind()).isIpv6();
    List<Peer> peers = new ArrayList<>();
    for (dev.starling.speaker.kube.model.Peer peer : planned.peers()) {
      ServiceIp host = peer.host(ipv6);
      if (host != null) {
        peers.add(new Peer(peer.node(), new InetSocketAddress(host.address(), config.port())));
      }
    }
    return peers;
  }

  /** The rules of the model, as the settings spell them. */
  static Rules rules(KubernetesConfig kubernetes) {
    KubernetesConfig.NodeStates states = kubernetes.nodeStates();
    List<OwnPool> pools = new ArrayList<>();
    for (KubernetesConfig.Pool pool : kubernetes.pools()) {
      boolean unique = pool.policy() == SpeakerConfig.Policy.UNIQUE;
      pools.add(new OwnPool(pool.name(), pool.addresses(), pool.interfaces(), unique));
    }
    return new Rules(
        kubernetes.loadBalancerClass(),
        new NodeRules(
            states.ignoreExcludeLabel(),
            states.notReady(),
            states.outOfService(),
            states.cordoned(),
            kubernetes.drainAnnotation()),
        POLICY_ANNOTATION,
        pools);
  }
}
