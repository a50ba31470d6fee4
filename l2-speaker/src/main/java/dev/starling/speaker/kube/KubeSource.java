package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.AdvertisementReader;
import dev.starling.speaker.kube.inputs.NodeReader;
import dev.starling.speaker.kube.inputs.PodReader;
import dev.starling.speaker.kube.inputs.PoolReader;
import dev.starling.speaker.kube.inputs.ServiceReader;
import dev.starling.speaker.kube.inputs.SliceReader;
import dev.starling.speaker.kube.model.AddressPool;
import dev.starling.speaker.kube.model.Advertisement;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a cluster and hands out a snapshot of it after each change that counts: the first one
 * when every kind of object has been listed, a later one only if it differs. Changes that come fast
 * are gathered.
 *
 * <p>While the API server is away, slow or talking nonsense nothing is handed out, and what was
 * last known stays.
 */
public final class KubeSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubeSource.class);
  private static final String METALLB = "/apis/metallb.io/v1beta1/namespaces/";
  private static final long CLOSE_MILLIS = 1_000;

  /** As kube-proxy does: the API allows no LoadBalancer to be headless. */
  private static final String NOT_HEADLESS = "!service.kubernetes.io/headless";

  /** How much memory the objects of a kind may take: all of them fit into the heap together. */
  private static final long SERVICES_BYTES = 16 << 20;

  private static final long SLICES_BYTES = 8 << 20;
  private static final long NODES_BYTES = 12 << 20;
  private static final long OTHERS_BYTES = 4 << 20;

  /** After a snapshot was taken in, that often the time that it took passes before the next. */
  private static final int REST = 10;

  private static final long REST_MILLIS_MAX = 2_000;

  private final KubeTimes times;
  private final ApiConnection api;
  private final Consumer<Snapshot> listener;
  private final Consumer<Throwable> broken;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ObjectStore<KubeService> services = store("services", SERVICES_BYTES);
  private final ObjectStore<KubeEndpoints> slices = store("endpointslices", SLICES_BYTES);
  private final ObjectStore<KubeNode> nodes = store("nodes", NODES_BYTES);
  private final ObjectStore<SpeakerPod> pods = store("pods", OTHERS_BYTES);
  private final ObjectStore<AddressPool> pools = store("ipaddresspools", OTHERS_BYTES);
  private final ObjectStore<Advertisement> advertisements = store("l2advertisements", OTHERS_BYTES);
  private final List<ObjectStore<?>> stores =
      List.of(services, slices, nodes, pods, pools, advertisements);
  private final List<Reflector<?>> reflectors;
  private final Thread publisher;
  private volatile boolean closed;
  private final AtomicLong snapshots = new AtomicLong();

  /**
   * Watches nothing yet.
   *
   * @param api stays open when this is closed
   * @param listener is called by one thread, one call at a time. The longer it takes, the longer it
   *     is left alone afterwards, so that it is busy for a tenth of the time at most
   * @param broken hears of what {@code listener} throws
   */
  public KubeSource(
      ApiConnection api,
      KubeSettings settings,
      Consumer<Snapshot> listener,
      Consumer<Throwable> broken) {
    this.api = api;
    this.listener = listener;
    this.broken = broken;
    times = settings.times();
    reflectors = reflectors(settings);
    publisher = Thread.ofVirtual().name("kube-snapshots").unstarted(this::publish);
  }

  private List<Reflector<?>> reflectors(KubeSettings settings) {
    ApiHealth health = new ApiHealth(this::meanwhile);
    Predicate<String> kept = name -> settings.annotations().contains(name);
    String metallb = METALLB + KubeResource.encode(settings.metallbNamespace());
    String namespace = "/api/v1/namespaces/" + KubeResource.encode(settings.namespace());
    return List.of(
        reflector(
            KubeResource.all("services", "/api/v1/services", new ServiceReader(kept)),
            services,
            health),
        reflector(
            KubeResource.labelled(
                "endpointslices",
                "/apis/discovery.k8s.io/v1/endpointslices",
                NOT_HEADLESS,
                new SliceReader()),
            slices,
            health),
        reflector(KubeResource.all("nodes", "/api/v1/nodes", new NodeReader(kept)), nodes, health),
        reflector(
            KubeResource.labelled(
                "pods", namespace + "/pods", settings.podSelector(), new PodReader()),
            pods,
            health),
        reflector(
            KubeResource.optional(
                "ipaddresspools", metallb + "/ipaddresspools", new PoolReader(kept)),
            pools,
            health),
        reflector(
            KubeResource.optional(
                "l2advertisements", metallb + "/l2advertisements", new AdvertisementReader()),
            advertisements,
            health));
  }

  private <T> ObjectStore<T> store(String kind, long bytesMax) {
    return new ObjectStore<>(kind, bytesMax, lock, changed);
  }

  private <T> Reflector<T> reflector(
      KubeResource<T> resource, ObjectStore<T> store, ApiHealth health) {
    return new Reflector<>(resource, store, api, health, times);
  }

  private String meanwhile() {
    return isSynced() ? "services and nodes stay as last known" : "waiting for it";
  }

  /** Begins. */
  public void start() {
    publisher.start();
    reflectors.forEach(Reflector::start);
  }

  /** How well the cluster is known. */
  public KubeStatus status() {
    List<KindStatus> kinds = new ArrayList<>();
    reflectors.forEach(reflector -> kinds.add(reflector.status()));
    return new KubeStatus(isSynced(), snapshots.get(), kinds, api.requests());
  }

  private boolean isSynced() {
    lock.lock();
    try {
      return stores.stream().allMatch(ObjectStore::isListed);
    } finally {
      lock.unlock();
    }
  }

  private void publish() {
    Snapshot last = null;
    try {
      while (!closed) {
        Snapshot next = next();
        long beginNanos = System.nanoTime();
        if (!next.equals(last)) {
          tellOfPools(last, next);
          last = next;
          snapshots.incrementAndGet();
          hand(next);
        }
        TimeUnit.MILLISECONDS.sleep(restMillis(System.nanoTime() - beginNanos));
      }
    } catch (InterruptedException _) {
      closed = true;
    }
  }

  private long restMillis(long tookNanos) {
    long rest = TimeUnit.NANOSECONDS.toMillis(REST * tookNanos);
    return Math.max(times.gather(), Math.min(rest, REST_MILLIS_MAX));
  }

  private void hand(Snapshot snapshot) {
    try {
      listener.accept(snapshot);
    } catch (RuntimeException | Error e) {
      broken.accept(e);
    }
  }

  private static void tellOfPools(@Nullable Snapshot before, Snapshot now) {
    if (before != null && before.metalLb() == null && now.metalLb() != null) {
      LOG.warn("the cluster has IPAddressPools now; pools of the settings, if any, do not count");
    }
  }

  /** Waits for a change. */
  private Snapshot next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!isDue()) {
        changed.await();
      }
      return snapshot();
    } finally {
      lock.unlock();
    }
  }

  private boolean isDue() {
    if (!stores.stream().allMatch(ObjectStore::isListed)) {
      return false;
    }
    boolean due = false;
    for (ObjectStore<?> store : stores) {
      due |= store.takeFresh();
    }
    return due;
  }

  private Snapshot snapshot() {
    SortedMap<ObjectName, KubeService> allServices = new TreeMap<>();
    services.forEach((name, service) -> allServices.put(name, service));
    List<KubeEndpoints> endpoints = new ArrayList<>();
    slices.forEach(
        (_, slice) -> {
          if (allServices.containsKey(slice.service())) {
            endpoints.add(slice);
          }
        });
    return new Snapshot(allServices, endpoints, named(nodes), named(pods), metalLb());
  }

  /** Kinds that are just installed, for another one to use, do not put pools of ours away. */
  private Snapshot.@Nullable MetalLb metalLb() {
    boolean none = pools.isAbsent() || advertisements.isAbsent() || pools.isEmpty();
    return none ? null : new Snapshot.MetalLb(named(pools), named(advertisements));
  }

  private static <T> SortedMap<String, T> named(ObjectStore<T> store) {
    SortedMap<String, T> byName = new TreeMap<>();
    store.forEach((name, object) -> byName.put(name.name(), object));
    return byName;
  }

  /** Ends it, within some seconds. Nothing is handed out afterwards. */
  @Override
  public void close() {
    closed = true;
    publisher.interrupt();
    boolean interrupted = false;
    try {
      publisher.join(CLOSE_MILLIS);
      for (Reflector<?> reflector : reflectors) {
        reflector.close(CLOSE_MILLIS);
      }
    } catch (InterruptedException _) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
