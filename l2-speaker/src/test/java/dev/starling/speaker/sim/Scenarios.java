package dev.starling.speaker.sim;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Random histories of a cluster. Each is a function of its seed. */
final class Scenarios {
  private static final long MS = 1_000_000;

  private final SplittableRandom random;
  private final Cluster cluster;
  private final Invariants invariants;
  private final int size;

  private Scenarios(long seed, Consumer<Cluster> setUp) {
    random = new SplittableRandom(seed);
    size = 2 + random.nextInt(4);
    Invariants[] holder = new Invariants[1];
    cluster = new Cluster(size, random.nextLong(), () -> holder[0].check());
    cluster.delayMaxNanos = random.nextLong(1, 8) * MS / 2;
    setUp.accept(cluster);
    invariants = new Invariants(cluster);
    holder[0] = invariants;
    invariants.grace(210 * MS + 2 * cluster.delayMaxNanos);
  }

  /** Runs the history of {@code seed}; an error tells it. */
  static void run(long seed, Consumer<Cluster> setUp) {
    var scenario = new Scenarios(seed, setUp);
    try {
      switch ((int) (seed % 3)) {
        case 0 -> scenario.oneFault();
        case 1 -> scenario.plannedMove();
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
    for (int i = random.nextInt(2, 6); i > 0; i--) {
      int victim = random.nextInt(size);
      switch (random.nextInt(11)) {
        case 0, 1, 2 -> impair(victim);
        case 3 -> cluster.pause(victim, random.nextLong(100, 2000));
        case 4 -> cluster.kill(victim);
        case 5 -> cluster.drain(victim, !cluster.nodes.get(victim).draining);
        case 6 -> restart(victim);
        case 7 -> cluster.link(cluster.nodes.get(victim), random.nextBoolean());
        case 8 -> split();
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

  private void restart(int victim) {
    if (!cluster.nodes.get(victim).alive) {
      cluster.start(victim);
    }
  }

  private void recover() {
    cluster.say("recover");
    cluster.faults.heal();
    for (int i = 0; i < size; i++) {
      SimNode node = cluster.nodes.get(i);
      if (node.draining && node.alive && node.view != null) {
        cluster.drain(i, false);
      }
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
