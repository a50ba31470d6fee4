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

  private final KubeTimes times;
  private final ApiConnection api;
  private final Consumer<Snapshot> listener;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ObjectStore<KubeService> services = store("services");
  private final ObjectStore<KubeEndpoints> slices = store("endpointslices");
  private final ObjectStore<KubeNode> nodes = store("nodes");
  private final ObjectStore<SpeakerPod> pods = store("pods");
  private final ObjectStore<AddressPool> pools = store("ipaddresspools");
  private final ObjectStore<Advertisement> advertisements = store("l2advertisements");
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
   * @param listener is called by one thread, one call at a time
   */
  public KubeSource(ApiConnection api, KubeSettings settings, Consumer<Snapshot> listener) {
    this.api = api;
    this.listener = listener;
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
            KubeResource.all(
                "endpointslices", "/apis/discovery.k8s.io/v1/endpointslices", new SliceReader()),
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

  private <T> ObjectStore<T> store(String kind) {
    return new ObjectStore<>(kind, lock, changed);
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
        if (!next.equals(last)) {
          last = next;
          snapshots.incrementAndGet();
          hand(next);
        }
        TimeUnit.MILLISECONDS.sleep(times.gather());
      }
    } catch (InterruptedException _) {
      closed = true;
    }
  }

  private void hand(Snapshot snapshot) {
    try {
      listener.accept(snapshot);
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("a snapshot of the cluster was not taken in");
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

  private Snapshot.@Nullable MetalLb metalLb() {
    boolean none = pools.isAbsent() && advertisements.isAbsent();
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
