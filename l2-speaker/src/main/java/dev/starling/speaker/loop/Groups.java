package dev.starling.speaker.loop;

import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.SolicitedNodeGroups;
import dev.starling.election.ServiceIp;
import java.net.Inet6Address;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins solicited-node groups on a thread of its own: thousands of them take seconds. What cannot
 * be joined is tried again every second, and told once.
 */
final class Groups implements Ports.GroupKeeper, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Groups.class);
  private static final long RETRY_MILLIS = 1_000;

  private final Map<String, Kept> links = new TreeMap<>();
  private final ScheduledThreadPoolExecutor thread;
  private final Consumer<Throwable> broken;

  /** The groups of one link. */
  private static final class Kept {
    private final SolicitedNodeGroups groups = new SolicitedNodeGroups();
    private LinkInfo link;
    private List<Inet6Address> ips = List.of();
    private @Nullable String fault;
    private boolean missing;

    private Kept(LinkInfo link) {
      this.link = link;
    }
  }

  Groups(Consumer<Throwable> broken) {
    this.broken = broken;
    thread =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("groups").factory());
    thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    var _ =
        thread.scheduleWithFixedDelay(
            guarded(this::retry), RETRY_MILLIS, RETRY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void keep(LinkInfo link, SortedSet<ServiceIp> ips, boolean anew) {
    thread.execute(guarded(() -> update(link, ips, anew)));
  }

  private void update(LinkInfo link, SortedSet<ServiceIp> ips, boolean anew) {
    Kept kept = links.computeIfAbsent(link.name(), _ -> new Kept(link));
    kept.link = link;
    kept.ips =
        ips.stream()
            .map(ServiceIp::address)
            .filter(Inet6Address.class::isInstance)
            .map(Inet6Address.class::cast)
            .toList();
    if (anew) {
      kept.groups.close();
    }
    join(kept);
  }

  private void retry() {
    links.values().stream().filter(kept -> kept.missing).forEach(Groups::join);
  }

  private static void join(Kept kept) {
    if (!kept.link.canBeOpened()) {
      return;
    }
    SolicitedNodeGroups.Result result = kept.groups.update(kept.link, kept.ips);
    kept.missing = result.missing() > 0;
    if (kept.missing && kept.fault == null) {
      kept.fault = String.valueOf(result.fault());
      LOG.warn(
          "{}: {} of {} multicast groups cannot be joined, trying on: {}",
          kept.link.name(),
          result.missing(),
          result.missing() + result.joined(),
          kept.fault);
    } else if (!kept.missing && kept.fault != null) {
      kept.fault = null;
      LOG.info("{}: all {} multicast groups are joined", kept.link.name(), result.joined());
    }
  }

  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        broken.accept(e);
      }
    };
  }

  @Override
  public void close() {
    thread.shutdownNow();
    // The kernel ends the memberships with the process.
  }
}
