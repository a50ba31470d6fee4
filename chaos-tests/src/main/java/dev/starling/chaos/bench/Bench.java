package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Remains;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The course of a bench. In each round every product gets each fault once, one product at a time
 * and in a network of its own, so that the noise of the machine hits all alike; the next round
 * begins with another product. One at a time in a JVM; closing it leaves nothing behind.
 */
public final class Bench implements AutoCloseable {
  private static final int MAX_DELAY_MILLIS = 1_000;
  private static final int IDLE_SECONDS = 30;
  private static final int LOOPS_PER_CORE = 2;
  private static final int FAILURES_LIMIT = 10;

  /** The client remembers ten minutes of probes. */
  private static final double PART_MINUTES = 5;

  /** A planned end and the return from it belong together. */
  private static final List<List<BenchFault>> CYCLES =
      List.of(
          List.of(BenchFault.KILL),
          List.of(BenchFault.POWEROFF),
          List.of(BenchFault.CUT),
          List.of(BenchFault.FREEZE),
          List.of(BenchFault.ONEWAY),
          List.of(BenchFault.SIGTERM, BenchFault.RETURN));

  private final Path home;
  private final Plan plan;
  private final List<Product> products;
  private final Consumer<String> say;
  private final String prefix = "stl" + ProcessHandle.current().pid();
  private final Remains remains;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicInteger bedsMade = new AtomicInteger();
  private final List<Bed> beds = new CopyOnWriteArrayList<>();
  private final SortedMap<String, String> versions = new TreeMap<>();
  private final List<Sample> samples = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final List<Cost> costs = new CopyOnWriteArrayList<>();
  private final List<Strain> strains = new CopyOnWriteArrayList<>();
  private volatile @Nullable Path logs;
  private volatile boolean stopped;

  /**
   * Sees to it that every product can run here; none runs yet.
   *
   * @param home the project's folder
   * @param nodes how many, 3 to 9
   * @param say is told what happens, line by line
   * @throws LabException if a product cannot run here
   */
  public Bench(Path home, int nodes, List<Product> products, Consumer<String> say) {
    this.home = home;
    this.plan = Plan.of(nodes);
    this.products = List.copyOf(products);
    this.say = say;
    this.remains = Remains.of(home, prefix);
    try {
      for (Product product : products) {
        product.prove(home);
        versions.put(product.name(), product.version(home));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Keeps what the products print from now on, as files in {@code folder}, which exists. */
  public void keepLogs(Path folder) {
    logs = folder;
  }

  /** One round: each of {@code faults} once with each product. */
  public void round(int round, Set<BenchFault> faults) {
    for (int i = 0; i < products.size(); i++) {
      Product product = products.get((round - 1 + i) % products.size());
      session(product, round, faults);
    }
  }

  /** What each product takes when idle; then, with some minutes, what it does at full load. */
  public void quietThenFullLoad(double loadMinutes) {
    List<Bed> all = new ArrayList<>();
    try {
      for (Product product : products) {
        all.add(start(product));
      }
      all.forEach(Bed::hush);
      say.accept(String.format(Locale.ROOT, "Idle: all products side by side, %d s", IDLE_SECONDS));
      List<CostMeter> meters =
          IntStream.range(0, all.size())
              .mapToObj(i -> new CostMeter(all.get(i), products.get(i).name()))
              .toList();
      Patience.pause(IDLE_SECONDS * 1_000L);
      meters.forEach(meter -> costs.add(meter.finish()));
      if (loadMinutes > 0) {
        fullLoad(all, loadMinutes);
      }
    } finally {
      all.forEach(this::remove);
    }
  }

  /** Everything measured so far. */
  public Results results() {
    return new Results(
        Machine.describe(),
        plan.nodes().size(),
        products.stream().map(Product::name).toList(),
        new TreeMap<>(versions),
        samples,
        failures,
        costs,
        strains);
  }

  /** Begins nothing new from now on; what is under way fails, and is not noted as a failure. */
  public void stop() {
    stopped = true;
  }

  /** Ends everything and leaves nothing behind. Idempotent. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        beds.forEach(this::remove);
      } finally {
        remains.close();
      }
    }
  }

  private void session(Product product, int round, Set<BenchFault> faults) {
    @Nullable Bed bed = null;
    try {
      for (List<BenchFault> cycle : CYCLES) {
        if (cycle.stream().noneMatch(faults::contains)) {
          continue;
        }
        try {
          if (bed == null) {
            bed = start(product);
          }
          cycle(bed, product, round, cycle, faults);
        } catch (LabException e) {
          checkOpen();
          note(product, round, cycle, e);
          if (bed != null) {
            remove(bed);
            bed = null;
          }
        }
      }
    } finally {
      if (bed != null) {
        remove(bed);
      }
    }
  }

  private void cycle(
      Bed bed, Product product, int round, List<BenchFault> cycle, Set<BenchFault> faults) {
    Trial trial = new Trial(bed, product.name(), round);
    for (BenchFault fault : cycle) {
      Sample sample = trial.run(fault, delayMillis(round, fault));
      if (faults.contains(fault)) {
        samples.add(sample);
        say.accept(describe(sample));
      }
    }
  }

  /**
   * The same for all products, and evenly spread over the longest interval between two signs of
   * life of any: so that no fault always strikes just after one. A return strikes nobody.
   */
  private static long delayMillis(int round, BenchFault fault) {
    return fault == BenchFault.RETURN
        ? 0
        : new SplittableRandom(1_000L * round + fault.word().hashCode()).nextInt(MAX_DELAY_MILLIS);
  }

  private Bed start(Product product) {
    checkOpen();
    int number = bedsMade.incrementAndGet();
    Path folder = remains.folder().resolve("bed" + number);
    Bed bed = new Bed(product, home, plan, prefix + "-" + number, folder);
    beds.add(bed);
    try {
      // Stopped meanwhile: nobody else knows of this bed.
      checkOpen();
      bed.installation().startAll();
      Steady.await(bed);
    } catch (RuntimeException e) {
      remove(bed);
      throw e;
    }
    return bed;
  }

  private void checkOpen() {
    if (stopped || closed.get()) {
      throw new LabException("the bench is being stopped");
    }
  }

  private void remove(Bed bed) {
    Path kept = logs;
    if (kept != null) {
      bed.keepLogs(kept);
    }
    bed.close();
    beds.remove(bed);
  }

  private void note(Product product, int round, List<BenchFault> cycle, LabException reason) {
    String note =
        String.format(
            Locale.ROOT,
            "%s %s, round %d: %s",
            product.name(),
            cycle.getFirst().word(),
            round,
            reason.getMessage());
    failures.add(note);
    say.accept("not measured: " + note);
    if (failures.size() >= FAILURES_LIMIT) {
      throw new LabException("too much could not be measured; giving up");
    }
  }

  private void fullLoad(List<Bed> all, double minutes) {
    int loops = LOOPS_PER_CORE * Runtime.getRuntime().availableProcessors();
    say.accept(
        String.format(
            Locale.ROOT,
            "Full load: all products side by side, %d busy loops, %.1f minutes",
            loops,
            minutes));
    all.forEach(Bed::probe);
    List<Command> busy = new ArrayList<>();
    try {
      for (int i = 0; i < loops; i++) {
        // In a namespace of the bench, so that it ends with it whatever happens; in a session of
        // its own, since the kernel shares the cores out between sessions.
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(
            all.getFirst().network().client().command(List.of("sh", "-c", "while :; do :; done")));
        busy.add(Command.arm(words));
      }
      List<Strain> seen = products.stream().map(each -> Strain.none(each.name(), loops)).toList();
      double left = minutes;
      while (left > 0) {
        double part = Math.min(left, PART_MINUTES);
        seen = watch(all, seen, part);
        left -= part;
      }
      strains.addAll(seen);
    } finally {
      busy.forEach(Command::close);
    }
  }

  /** Adds what happens in the next minutes: the observers do not remember a whole hour. */
  private List<Strain> watch(List<Bed> all, List<Strain> before, double minutes) {
    long start = System.nanoTime();
    Patience.pause(Duration.ofMillis(Math.round(minutes * 60_000)).toMillis());
    long end = System.nanoTime();
    Patience.pause(500);
    List<Strain> after = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Sightings seen = all.get(i).since(start);
      after.add(
          before
              .get(i)
              .and(
                  minutes,
                  seen.departuresFrom(plan.firstOwner(), start, end),
                  seen.sent(start, end),
                  seen.lost(start, end)));
    }
    return after;
  }

  private static String describe(Sample sample) {
    return String.format(
        Locale.ROOT,
        "%3d  %-18s%-9s first frame %8s ms, reply %8s ms, %4d lost, several answered %d ms,"
            + " after it %d lost, several %d ms",
        sample.round(),
        sample.product(),
        sample.fault().word(),
        sample.firstFrameMillis(),
        sample.firstReplyMillis(),
        sample.during().lostProbes(),
        sample.during().severalAnswerMillis(),
        sample.after().lostProbes(),
        sample.after().severalAnswerMillis());
  }
}
