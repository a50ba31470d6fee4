package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Experiment;
import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.RawPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Floods of datagrams at the speakers' port while the owner fails, five speakers. What a flooded
 * run takes is compared with quiet runs of the same lab; the bound is three times as long, for
 * machines where the flood itself takes a core.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FloodAttackIT {
  private static final int PER_SECOND = 20_000;
  private static final int RUNS = Integer.getInteger("starling.attack.runs", 3);
  private static final double RATIO_MAX = 3;
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);

  /** Heap that a collector has not given back, and code that was compiled for what was new. */
  private static final long GROWTH_KIB_MAX = 24 * 1024;

  private static final long LINES_MAX = 80;

  private Lab lab;
  private Stranger stranger;
  private List<Datagram> overheard;

  @BeforeAll
  void startSpeakers() {
    lab = new Lab(LabSetup.of(5, Needs.lab()).withObserver());
    lab.startSpeakers();
    lab.awaitJoined();
    stranger = new Stranger(lab);
    Steadiness.await(lab);
    stranger.overhear();
    long start = System.nanoTime();
    Patience.pause(1_000);
    overheard = stranger.sealedSince(start).stream().map(Stranger.Overheard::datagram).toList();
    stranger.overhearNoMore();
  }

  @AfterAll
  void close() {
    if (stranger != null) {
      stranger.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void aFloodAtOneSpeakerOrAtAllHoldsUpNoFailover() {
    String heir = lab.plan().nextOwner();
    Runs quiet = run("quiet", Flooding.NONE);
    Runs atOne = run("flood at the next owner", () -> flood(to(List.of(heir))));
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
    Calm calm = Calm.from(lab);
    Load before = Load.of(lab);
    Ledger ledger = Ledger.of(lab, lab.plan().firstOwner());
    double rate;
    try (Flood flood = flood(overheard)) {
      Patience.pause(6_000);
      rate = flood.perSecond();
    }
    Load after = Load.of(lab);
    Figures.tell(
        "flood of %.0f a second at five: memory +%d KiB, log +%d lines +%d bytes, %s",
        rate,
        after.grownKib(before),
        after.lines(before),
        after.bytes(before),
        Ledger.of(lab, lab.plan().firstOwner()).datagramsSince(ledger));

    assertThat(Ledger.of(lab, lab.plan().firstOwner()).datagramsSince(ledger).keySet())
        .contains("bad_tag", "replay", "bad_version");
    assertThat(after.grownKib(before)).isLessThan(GROWTH_KIB_MAX);
    assertThat(after.lines(before)).isLessThan(LINES_MAX);
    Patience.pause(200);
    calm.holds();
  }

  @Test
  @Tag("long")
  void aSpeakerMayComeBackDuringAFlood() {
    String node = Plan.order(lab.plan().nodes(), lab.plan().ipv4()).getLast();
    Steadiness.await(lab);
    try (Flood flood = flood(overheard)) {
      Calm calm = Calm.from(lab);
      lab.speaker(node).end(Posix.SIGKILL);
      lab.speaker(node).awaitEnd(EXIT_LIMIT);
      lab.speaker(node).startAgain();
      Steadiness.await(lab);
      Figures.tell(
          "%s joined %.0f ms after its start, under %.0f datagrams a second",
          node, Objects.requireNonNull(lab.joinedMillis(node)), flood.perSecond());
      calm.servesThroughout();
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
    long start = System.nanoTime();
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
              .isEqualTo(lab.plan().nextOwner());
          millis.add(Objects.requireNonNull(failover.millis().firstFrame()));
        }
      }
      rate = flood == null ? 0 : flood.perSecond();
    }
    Load after = Load.of(lab);
    Runs runs = new Runs(name, List.copyOf(millis), views(start));
    Figures.tell(
        "%s, %.0f a second; views %d, memory +%d KiB, log +%d lines +%d bytes",
        runs, rate, runs.views, after.grownKib(before), after.lines(before), after.bytes(before));
    return runs;
  }

  /** Datagrams that came faster than the next owner's speaker took them from the kernel. */
  private long overflown() {
    Namespace node = lab.network().node(lab.plan().nextOwner());
    String port = ":" + Integer.toHexString(Stranger.PORT).toUpperCase(Locale.ROOT) + " ";
    return Command.run(node.command(List.of("cat", "/proc/net/udp", "/proc/net/udp6")))
        .lines()
        .filter(line -> line.contains(port))
        .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private long views(long since) {
    return lab.speaker(lab.plan().nextOwner()).log().eventsSince(since).stream()
        .map(LogEvent::name)
        .filter("view-installed"::equals)
        .count();
  }

  private Flood flood(List<Datagram> like) {
    RawPort port = stranger.open("less 0", (frame, nanos) -> {});
    return Flood.start(port, PER_SECOND, new Garbage(stranger, like, 1));
  }

  private List<Datagram> to(List<String> nodes) {
    List<String> ips = nodes.stream().map(Plan::ipv4Of).toList();
    return overheard.stream().filter(each -> ips.contains(each.to().ip())).toList();
  }
}
