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
import dev.starling.speaker.kube.model.Verdict;
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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings what a Kubernetes cluster wants to whom it concerns: the peers to the membership, the plan
 * to the links and so to the core. Plans on one thread, the latest snapshot only.
 */
final class KubeFeed {
  /** The annotation of a Service or a pool that tells its policy. */
  static final String POLICY_ANNOTATION = "starling.dev/policy";

  /** Lines about what is not announced in one change, at most. */
  private static final int TOLD_MAX = 20;

  private static final Logger LOG = LoggerFactory.getLogger(KubeFeed.class);

  private final Targets targets;
  private final Executor thread;
  private final AtomicReference<@Nullable Snapshot> arrived = new AtomicReference<>();
  private SpeakerConfig config;
  private @Nullable Snapshot snapshot;
  private @Nullable Planned last;
  private @Nullable Intent lastIntent;
  private @Nullable Resolution resolution;
  private final AtomicReference<@Nullable Owners> elected = new AtomicReference<>();
  private @Nullable Owners owners;
  private @Nullable Ownership recorded;
  private SortedSet<Unplanned> told = new TreeSet<>();
  private volatile List<Unplanned> unplanned = List.of();

  /**
   * Whom a plan concerns.
   *
   * @param expect takes the other speakers
   * @param configure takes the rest
   * @param begin is called once, after the first of both
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
   */
  KubeFeed(SpeakerConfig config, Targets targets, Executor thread) {
    this.config = config;
    this.targets = targets;
    this.thread = thread;
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
            snapshot = latest;
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
          Resolution current = resolution;
          if (current == null) {
            return;
          }
          current
              .services()
              .forEach(
                  (name, verdict) -> {
                    if (verdict instanceof Verdict.Announced announced
                        && announced.ips().stream().anyMatch(each -> each.text().equals(ip))) {
                      targets.records.conflict(name, heard);
                    }
                  });
        });
  }

  private void record() {
    Owners now = owners;
    Resolution current = resolution;
    Snapshot known = snapshot;
    Planned planned = last;
    // Between a plan and the election by it the one knows Services that the other does not.
    if (now == null
        || current == null
        || known == null
        || planned == null
        || !now.wanted().equals(planned.plan())) {
      return;
    }
    SortedMap<ObjectName, String> uids = new TreeMap<>();
    known.services().forEach((name, service) -> uids.put(name, service.uid()));
    uids.values().removeIf(String::isEmpty);
    Ownership next = OwnershipRecord.of(current, uids, now, recorded);
    recorded = next;
    targets.records.owners(new Members(now.nodes(), now.leader()), next);
  }

  /** What is not announced as the cluster asks. */
  List<Unplanned> unplanned() {
    return unplanned;
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
    resolution = resolved;
    Planned next =
        Planner.plan(
            resolved,
            new Self(
                config.node(),
                config.detection().observers(),
                new ServiceIp(config.bind()).isIpv6()));
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
    if (before == null) {
      targets.begin.run();
    }
    tell(next.unplanned());
    record();
  }

  private List<Peer> peers(Planned planned) {
    return planned.peers().stream()
        .map(
            peer ->
                new Peer(peer.node(), new InetSocketAddress(peer.host().address(), config.port())))
        .toList();
  }

  private void tell(List<Unplanned> now) {
    unplanned = now;
    SortedSet<Unplanned> all = new TreeSet<>(now);
    List<Unplanned> fresh = all.stream().filter(each -> !told.contains(each)).toList();
    fresh.stream().limit(TOLD_MAX).forEach(each -> LOG.info("not announced: {}", each));
    if (fresh.size() > TOLD_MAX) {
      LOG.info("not announced: {} more, see the status", fresh.size() - TOLD_MAX);
    }
    told = all;
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
