package dev.starling.speaker.sim;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Random histories of a cluster. Each is a function of its seed. */
final class Scenarios {
  private static final long MS = 1_000_000;

  /** A process takes this long to start, at least: longer than any permit that it gave lasts. */
  private static final long RESTART_NANOS = 200 * MS;

  /** How long two may both answer until each has heard of the other. */
  private static final long MOMENT_NANOS = 3 * MS;

  /** The same where a majority forms right after somebody without one has claimed. */
  private static final long OVERRULING_NANOS = 250 * MS;

  /** For as long as a fault lasts. */
  private static final long LASTING_NANOS = 60_000 * MS;

  /** The same where not everybody watches everybody: a view may name who is out of reach. */
  private static final long UNWATCHED_NANOS = 800 * MS;

  /** The same where frames are lost, and so are announcements and answers. */
  private static final long LOSSY_NANOS = 700 * MS;

  /** The same where something was handed over that an outsider answers for. */
  private static final long HANDOVER_NANOS = 1_250 * MS;

  /** How long the segment may be without an owner, when nobody tells of his death. */
  private static final long TAKE_OVER_MILLIS = 2000;

  private final SplittableRandom random;
  private final Cluster cluster;
  private final Invariants invariants;
  private final int size;

  private Scenarios(long seed, Consumer<Cluster> setUp) {
    random = new SplittableRandom(seed);
    // With more than five not everybody watches everybody.
    size = random.nextInt(10) == 0 ? 7 + random.nextInt(3) : 2 + random.nextInt(4);
    Invariants[] holder = new Invariants[1];
    cluster = new Cluster(size, random.nextLong(), () -> holder[0].check());
    cluster.delayMaxNanos = random.nextLong(1, 8) * MS / 2;
    if (size > 5) {
      cluster.allWatchAll = random.nextBoolean();
      cluster.timing = SimNode.Timing.watchedBy(cluster.allWatchAll ? size - 1 : 4);
    }
    setUp.accept(cluster);
    invariants = new Invariants(cluster);
    holder[0] = invariants;
    invariants.grace(60 * MS + 2 * cluster.delayMaxNanos);
    // A majority may form beside a smaller group that it has not greeted yet, and claims.
    long momentNanos = MOMENT_NANOS + 2 * cluster.delayMaxNanos;
    invariants.moment(momentNanos, momentNanos);
  }

  /** Runs the history of {@code seed}; an error tells it. */
  static void run(long seed, Consumer<Cluster> setUp) {
    var scenario = new Scenarios(seed, setUp);
    try {
      switch ((int) (seed % 4)) {
        case 0 -> scenario.oneFault();
        case 1 -> scenario.plannedMove();
        case 2 -> scenario.talkIsCut();
        default -> scenario.manyFaults();
      }
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "replay with -Dseed=" + seed + ": " + e.getMessage() + "\n" + scenario.cluster.story(),
          e);
    }
  }

  private void startAll() {
    for (int i = 0; i < size; i++) {
      cluster.start(i);
      cluster.runMillis(random.nextInt(3) == 0 ? random.nextInt(700) : 0);
    }
    cluster.runMillis(3500);
    invariants.checkPeace();
  }

  /** One node fails in one way, and comes back: never do two answer, wherever they are. */
  private void oneFault() {
    startAll();
    invariants.strict(true);
    cluster.loss = random.nextInt(3) == 0 ? 0.02 : 0;
    int victim = random.nextInt(size);
    cluster.runMillis(random.nextInt(60));
    switch (random.nextInt(6)) {
      case 0, 1, 2 -> impair(victim);
      case 3 -> cluster.pause(victim, random.nextLong(100, 2500));
      case 4 -> cluster.kill(victim);
      default -> cluster.link(cluster.nodes.get(victim), false);
    }
    cluster.runMillis(random.nextLong(100, 2500));
    cluster.loss = 0;
    recover();
    cluster.runMillis(4500);
    invariants.checkPeace();
  }

  /** A node is drained, ended or started: in a drain somebody answers at any moment. */
  private void plannedMove() {
    startAll();
    int victim = random.nextInt(size);
    boolean end = random.nextBoolean();
    invariants.planned(true);
    if (end) {
      cluster.terminate(victim);
    } else {
      cluster.drain(victim, true);
    }
    cluster.runMillis(random.nextLong(100, 1500));
    invariants.planned(false);
    invariants.strict(true);
    recover();
    cluster.runMillis(4500);
    invariants.checkPeace();
  }

  /** Anything may happen at any time. */
  private void manyFaults() {
    startAll();
    cluster.loss = random.nextInt(4) == 0 ? 0.05 : 0;
    cluster.duplication = random.nextInt(4) == 0 ? 0.1 : 0;
    if (cluster.loss > 0) {
      // A hello or its answer may be lost a few times in a row.
      invariants.grace(1500 * MS);
    }
    if (random.nextInt(4) == 0) {
      halve();
    }
    for (int i = random.nextInt(2, 6); i > 0; i--) {
      int victim = random.nextInt(size);
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> impair(victim);
        case 3 -> cluster.pause(victim, random.nextLong(100, 2000));
        case 4 -> cluster.kill(victim);
        case 5 -> cluster.drain(victim, !cluster.nodes.get(victim).draining);
        case 6 -> restart(victim);
        case 7 -> cluster.link(cluster.nodes.get(victim), random.nextBoolean());
        case 8 -> split();
        case 9 -> bridge();
        default -> {
          cluster.say("heal");
          cluster.faults.heal();
        }
      }
      cluster.runMillis(random.nextLong(20, 900));
    }
    cluster.loss = 0;
    cluster.duplication = 0;
    recover();
    cluster.runMillis(6500);
    invariants.checkPeace();
  }

  /**
   * Datagrams between the speakers are cut, the segment is whole: somebody answers, and one only;
   * also when the one that answers dies.
   */
  private void talkIsCut() {
    boolean cold = random.nextInt(4) == 0;
    invariants.moment(
        MOMENT_NANOS + 2 * cluster.delayMaxNanos,
        cluster.allWatchAll ? OVERRULING_NANOS : UNWATCHED_NANOS);
    if (cold) {
      part();
      for (int i = 0; i < size; i++) {
        cluster.start(i);
      }
      cluster.runMillis(3500);
    } else {
      startAll();
      part();
      cluster.runMillis(random.nextLong(20, 3000));
    }
    if (random.nextInt(3) == 0) {
      cluster.loss = random.nextBoolean() ? 0.05 : 0.2;
      invariants.moment(LOSSY_NANOS, LOSSY_NANOS);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      int victim = random.nextInt(size);
      switch (random.nextInt(7)) {
        case 0 -> cluster.kill(victim);
        case 1 -> cluster.pause(victim, random.nextLong(100, 2000));
        case 2 -> part();
        case 3 -> cluster.faults.healTalk();
        case 4 -> drainUnheard(victim);
        case 5 -> reject(victim);
        default -> restart(victim);
      }
      cluster.runMillis(random.nextLong(20, 2000));
    }
    cluster.loss = 0;
    callOffDrains();
    restart(random.nextInt(size));
    cluster.runMillis(4500);
    invariants.checkOneOwner();
    cluster.kill(random.nextInt(size));
    cluster.runMillis(TAKE_OVER_MILLIS);
    if (cluster.nodes.stream().anyMatch(node -> node.alive)) {
      invariants.checkOneOwner();
    }
    recover();
    cluster.runMillis(6500);
    invariants.checkPeace();
  }

  /** Whoever takes over cannot know whether it was answered for by somebody outside all along. */
  private void drainUnheard(int victim) {
    invariants.moment(HANDOVER_NANOS, HANDOVER_NANOS);
    cluster.drain(victim, !cluster.nodes.get(victim).draining);
  }

  /** A majority takes a living node for crashed at once; unique IPs wait until it is silent. */
  private void reject(int victim) {
    cluster.say("reject at " + SimNode.nameOf(victim));
    cluster.faults.reject(victim);
  }

  /** Each for itself, one without the others, or any groups. */
  private void part() {
    int kind = random.nextInt(3);
    int lonely = random.nextInt(size);
    cluster.say(List.of("part all", "part n" + (lonely + 1), "part in two").get(kind));
    for (int i = 0; i < size; i++) {
      int group = kind == 0 ? i : kind == 1 ? (i == lonely ? 1 : 0) : random.nextInt(2);
      cluster.faults.part(i, group);
    }
  }

  private void impair(int victim) {
    int kind = random.nextInt(3);
    cluster.say(List.of("cut ", "mute ", "deafen ").get(kind) + SimNode.nameOf(victim));
    switch (kind) {
      case 0 -> cluster.faults.cut(victim);
      case 1 -> cluster.faults.mute(victim);
      default -> cluster.faults.deafen(victim);
    }
  }

  private void split() {
    cluster.say("split");
    for (int i = 0; i < size; i++) {
      cluster.faults.place(i, random.nextInt(2));
    }
  }

  /** Two sides with no path between them but for one node, which reaches both. */
  private void bridge() {
    // It hears both sides, and each serves its own clients: a split.
    invariants.moment(LASTING_NANOS, LASTING_NANOS);
    int both = random.nextInt(size);
    cluster.say("bridge by " + SimNode.nameOf(both));
    int sides = random.nextInt(1 << size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        boolean apart = ((sides >> i) & 1) != ((sides >> j) & 1);
        if (apart && i != both && j != both) {
          cluster.faults.breakPath(i, j);
        }
      }
    }
  }

  /** Two sides of which each has owners by the time it heals. */
  private void halve() {
    cluster.say("halve");
    for (int i = 0; i < size; i++) {
      cluster.faults.place(i, i % 2);
    }
    cluster.runMillis(random.nextLong(1000, 2000));
    cluster.say("heal");
    cluster.faults.heal();
    cluster.runMillis(500);
  }

  private void restart(int victim) {
    SimNode node = cluster.nodes.get(victim);
    if (!node.alive && cluster.nowNanos() - node.endedNanos >= RESTART_NANOS) {
      cluster.start(victim);
    }
  }

  private void callOffDrains() {
    for (int i = 0; i < size; i++) {
      SimNode node = cluster.nodes.get(i);
      if (node.draining && node.alive && node.view != null) {
        cluster.drain(i, false);
      }
    }
  }

  private void recover() {
    cluster.say("recover");
    cluster.faults.heal();
    callOffDrains();
    for (int i = 0; i < size; i++) {
      restart(i);
      cluster.link(cluster.nodes.get(i), true);
    }
    cluster.runMillis(1300);
    for (int i = 0; i < size; i++) {
      restart(i);
    }
    invariants.strict(false);
  }
}
