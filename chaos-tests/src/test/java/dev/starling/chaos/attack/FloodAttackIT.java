package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Experiment;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Watch;
import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Floods of datagrams at the speakers' port while the owner fails, five speakers. What a flooded
 * run takes is compared with quiet runs of the same lab; the bound is three times as long, for
 * machines where the flood itself takes a core.
 */
class FloodAttackIT extends AttackCase {
  private static final int FLOOD_PER_SECOND = 20_000;
  private static final int RUNS = Integer.getInteger("starling.attack.runs", 3);

  /** Heap that a collector has not given back, and code that was compiled for what was new. */
  private static final long GROWTH_KIB_MAX = 24 * 1024;

  private static final long LINES_MAX = 80;

  private List<Datagram> overheard;

  @Override
  protected LabSetup setup() {
    return speakers(5);
  }

  @BeforeAll
  void overhear() {
    Steadiness.await(lab);
    stranger.overhear();
    overheard = overheardFor(1_000);
    stranger.overhearNoMore();
  }

  @Test
  void aFloodAtOneSpeakerOrAtAllHoldsUpNoFailover() {
    Runs quiet = run("quiet", Flooding.NONE);
    Runs atOne = run("flood at the next owner", () -> flood(to(heir, overheard)));
    Runs atAll = run("flood at all", () -> flood(overheard));

    for (Runs flooded : List.of(atOne, atAll)) {
      assertThat(flooded.median()).as("%s", flooded).isLessThan(RATIO_MAX * quiet.median());
      assertThat(flooded.views).as("views of bystanders, %s", flooded).isEqualTo(quiet.views);
    }
  }

  @Test
  void aFloodChangesNothingWhereNothingFails() {
    // The first flood brings the code for it; memory is compared after that.
    try (Flood flood = flood(overheard)) {
      Patience.pause(3_000);
      assertThat(flood.sent()).isPositive();
    }
    Steadiness.await(lab);
    Watch watch = Watch.start(lab);
    Load before = Load.of(lab);
    Ledger ledger = Ledger.of(lab, owner);
    double rate;
    try (Flood flood = flood(overheard)) {
      Patience.pause(6_000);
      rate = flood.perSecond();
    }
    Load after = Load.of(lab);
    // Of a flood at all, each has hardly more unknown sessions than it tries.
    try (Flood flood = flood(to(owner, overheard))) {
      Patience.pause(2_000);
      assertThat(flood.sent()).isPositive();
    }
    SortedMap<String, Long> refused = Ledger.of(lab, owner).datagramsSince(ledger);
    Figures.tell(
        "flood of %.0f a second at five: memory +%d KiB, log +%d lines +%d bytes, %s",
        rate, after.grownKib(before), after.lines(before), after.bytes(before), refused);

    assertThat(refused).containsKeys("bad_tag", "replay", "too_many_sessions", "bad_version");
    assertThat(after.grownKib(before)).isLessThan(GROWTH_KIB_MAX);
    assertThat(after.lines(before)).isLessThan(LINES_MAX);
    Patience.pause(200);
    nothingCameOfIt(watch);
  }

  @Test
  @Tag("long")
  void aSpeakerMayComeBackDuringAFlood() {
    String node = Plan.order(nodes, lab.plan().ipv4()).getLast();
    try (Flood flood = flood(overheard)) {
      Watch watch = Watch.start(lab);
      restart(node, Posix.SIGKILL);
      Steadiness.await(lab);
      Figures.tell(
          "%s joined %.0f ms after its start, under %.0f datagrams a second",
          node, Objects.requireNonNull(lab.joinedMillis(node)), flood.perSecond());
      watch.nothingLost().onlyFrom(owner);
    }
  }

  /** How a flood is begun. */
  private interface Flooding {
    Flooding NONE = () -> null;

    @Nullable Flood begin();
  }

  /**
   * Some failovers under one condition.
   *
   * @param name for people
   * @param millis from the fault to the first frame, each
   * @param views how many views the heir installed in all
   */
  private record Runs(String name, List<Double> millis, long views) {
    double median() {
      return millis.stream().sorted().toList().get(millis.size() / 2);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s: median %.0f ms of %s", name, median(), millis);
    }
  }

  private Runs run(String name, Flooding flooding) {
    List<Double> millis = new ArrayList<>();
    Steadiness.await(lab);
    Watch watch = Watch.start(lab);
    Load before = Load.of(lab);
    double rate = 0;
    try (Flood flood = flooding.begin()) {
      for (int i = 0; i < RUNS; i++) {
        long overflown = overflown();
        for (Failover failover : new Experiment(lab, Fault.FREEZE).run()) {
          assertThat(failover.newOwner())
              .as(
                  "%s, %s; %d datagrams found the next owner's buffer full",
                  name, failover, overflown() - overflown)
              .isEqualTo(heir);
          millis.add(Objects.requireNonNull(failover.millis().firstFrame()));
        }
      }
      rate = flood == null ? 0 : flood.perSecond();
    }
    Load after = Load.of(lab);
    Runs runs = new Runs(name, List.copyOf(millis), views(watch));
    Figures.tell(
        "%s, %.0f a second; views %d, memory +%d KiB, log +%d lines +%d bytes",
        runs, rate, runs.views, after.grownKib(before), after.lines(before), after.bytes(before));
    return runs;
  }

  /** Datagrams that came faster than the next owner's speaker took them from the kernel. */
  private long overflown() {
    Namespace node = lab.network().node(heir);
    String port = ":" + Integer.toHexString(Stranger.PORT).toUpperCase(Locale.ROOT) + " ";
    return Command.run(node.command(List.of("cat", "/proc/net/udp", "/proc/net/udp6")))
        .lines()
        .filter(line -> line.contains(port))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private long views(Watch watch) {
    return watch.views().getOrDefault(heir, List.of()).size();
  }

  private Flood flood(List<Datagram> like) {
    return stranger.flood(FLOOD_PER_SECOND, new Garbage(stranger, like, 1));
  }
}
