package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.ChaosCase;
import dev.starling.chaos.Experiment;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Watch;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests of what a stranger on the segment can do to the speakers of one lab. */
abstract class AttackCase extends ChaosCase {
  /** How many datagrams a second are said one after the other. */
  static final int PER_SECOND = 1_000;

  static final Duration LIMIT = Duration.ofSeconds(10);

  /** How much longer a failover may take under an attack: the attack itself may take a core. */
  static final double RATIO_MAX = 3;

  private static final long ON_ITS_WAY_MILLIS = 50;

  Stranger stranger;

  /**
   * A lab of {@code count} speakers, with settings as anybody has them. All their threads have the
   * same real-time priority: what delays them is to be the attack, and not whatever else this
   * machine has to do.
   */
  static LabSetup speakers(int count) {
    LabSetup plain = LabSetup.of(count, Needs.lab()).withObserver();
    return plain.withLauncher(first(plain.launcher()));
  }

  private static Path first(Path launcher) {
    try {
      Path script =
          Files.createTempFile(
              "starling-first",
              ".sh",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      script.toFile().deleteOnExit();
      return Files.writeString(
          script, "#!/bin/sh\nexec chrt --rr 1 '%s' \"$@\"\n".formatted(launcher));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  void attachStranger() {
    stranger = new Stranger(lab);
  }

  @AfterAll
  void detachStranger() {
    if (stranger != null) {
      stranger.close();
    }
  }

  /** Nothing has come of an attack: not for the speakers, the client, or the observer. */
  void nothingCameOfIt(Watch watch) {
    // Not even a suspicion, which evicts nobody by itself.
    watch.undisturbed().nothingLost().onlyFrom(owner);
  }

  /** What the speakers say to one another in {@code millis} from now; all of it has arrived. */
  List<Datagram> overheardFor(long millis) {
    long start = System.nanoTime();
    Patience.pause(millis);
    return overheardSince(start);
  }

  /** What the speakers have said to one another since {@code nanos}; all of it has arrived. */
  List<Datagram> overheardSince(long nanos) {
    Patience.pause(ON_ITS_WAY_MILLIS);
    return stranger.sealedSince(nanos).stream().map(Stranger.Overheard::datagram).toList();
  }

  /** Those of {@code said} that go to a node. */
  static List<Datagram> to(String node, List<Datagram> said) {
    return said.stream().filter(each -> each.to().ip().equals(Plan.ipv4Of(node))).toList();
  }

  /** Those of {@code said} that come from a node. */
  static List<Datagram> from(String node, List<Datagram> said) {
    return said.stream().filter(each -> each.from().ip().equals(Plan.ipv4Of(node))).toList();
  }

  /** Sends {@code said} to {@code node}, and returns for what its speaker has refused each. */
  SortedMap<String, Long> refused(String node, List<Datagram> said) {
    return refusedAt(node, said.size(), () -> stranger.send(said, PER_SECOND));
  }

  /**
   * Why the speaker of {@code node} refused datagrams during {@code attack}: it is waited for
   * {@code count} of them, and a moment for more.
   */
  SortedMap<String, Long> refusedAt(String node, int count, Runnable attack) {
    Ledger before = Ledger.of(lab, node);
    attack.run();
    boolean all =
        Patience.within(
            LIMIT, () -> Ledger.of(lab, node).datagrams() - before.datagrams() >= count);
    Patience.pause(ON_ITS_WAY_MILLIS);
    SortedMap<String, Long> found = Ledger.of(lab, node).datagramsSince(before);
    assertThat(all).as("refused %s of %d", found, count).isTrue();
    return found;
  }

  /** So many datagrams, refused for one reason. */
  static SortedMap<String, Long> reasons(String reason, long count) {
    return new TreeMap<>(Map.of(reason, count));
  }

  /** The sum over all reasons. */
  static long total(SortedMap<String, Long> counted) {
    return counted.values().stream().mapToLong(Long::longValue).sum();
  }

  /** From {@code fault} at the owner to the later of the next owner's first frames. */
  double firstFrameMillis(Fault fault) {
    return new Experiment(lab, fault)
        .run().stream()
            .mapToDouble(failover -> Objects.requireNonNull(failover.millis().firstFrame()))
            .max()
            .orElseThrow();
  }
}
