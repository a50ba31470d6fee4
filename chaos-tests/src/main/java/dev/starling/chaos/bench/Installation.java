package dev.starling.chaos.bench;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A product on all nodes of a bed, as processes that can be started, stopped, frozen, killed. */
public final class Installation {
  private static final Duration END_LIMIT = Duration.ofSeconds(10);
  private static final int LAST_LINES = 15;

  private final SortedMap<String, Site> sites = new TreeMap<>();
  private final SortedMap<String, Process> main = new TreeMap<>();
  private final @Nullable Site beside;
  private @Nullable Process besideProcess;
  private boolean retired;

  /**
   * A product that runs nowhere yet.
   *
   * @param sites its nodes
   * @param beside the machine that it wants beside them, if it wants one
   */
  public Installation(List<Site> sites, @Nullable Site beside) {
    sites.forEach(site -> this.sites.put(site.node(), site));
    this.beside = beside;
  }

  /** Writes every configuration, then starts the product on all nodes at once. */
  public void startAll() {
    startBeside();
    sites.values().forEach(Site::prepare);
    sites.keySet().forEach(this::start);
  }

  /** Starts the product on {@code node}, where none runs; returns the moment before. */
  public synchronized long start(String node) {
    if (retired) {
      throw new LabException("the bench is being stopped");
    }
    long nanos = System.nanoTime();
    main.put(node, site(node).start());
    return nanos;
  }

  private synchronized void startBeside() {
    if (beside != null && !retired) {
      besideProcess = beside.startBeside();
    }
  }

  /** The product on one node. */
  public Site site(String node) {
    Site site = sites.get(node);
    if (site == null) {
      throw new IllegalArgumentException("no node " + node);
    }
    return site;
  }

  /** Every process of a node, the main one first: it would start killed children again. */
  public List<Long> processIds(String node) {
    long first = process(node).pid();
    return site(node).processIds().stream()
        .sorted((a, b) -> a == first ? -1 : b == first ? 1 : Long.compare(a, b))
        .toList();
  }

  /** Sends {@code signal} to the main process of a node; returns the moment before. */
  public long signalMain(String node, int signal) {
    long nanos = System.nanoTime();
    Posix.signal(process(node).pid(), signal);
    return nanos;
  }

  /**
   * Waits until nothing of the product runs on {@code node} any more, and until {@code processIds}
   * are free: a product may take one that nobody has collected yet for itself, still at work.
   */
  public void awaitEnd(String node, List<Long> processIds) {
    Patience.await(
        "the end of %s on %s".formatted(site(node).product().name(), node),
        END_LIMIT,
        () ->
            !process(node).isAlive()
                && processIds.stream().noneMatch(pid -> Posix.signal(pid, 0))
                && site(node).processIds().isEmpty(),
        () -> "processes " + site(node).processIds());
  }

  /** Fails, with the end of its log, if a main process has ended by itself. */
  public synchronized void checkAlive() {
    main.forEach((node, process) -> checkAlive(site(node), process));
    if (beside != null && besideProcess != null) {
      checkAlive(beside, besideProcess);
    }
  }

  private static void checkAlive(Site site, Process process) {
    if (!process.isAlive()) {
      throw new LabException(
          "%s on %s has ended by itself:%n%s"
              .formatted(site.product().name(), site.node(), lastLines(site)));
    }
  }

  /** Whether every node says that it is a full member. */
  public boolean ready() {
    return sites.values().stream().allMatch(Site::ready);
  }

  /** Starts nothing any more: what runs now is all there will be. */
  public synchronized void retire() {
    retired = true;
  }

  private synchronized Process process(String node) {
    Process process = main.get(node);
    if (process == null) {
      throw new IllegalStateException("nothing was started on " + node);
    }
    return process;
  }

  private static String lastLines(Site site) {
    try {
      List<String> lines = Files.readAllLines(site.log());
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }
}
