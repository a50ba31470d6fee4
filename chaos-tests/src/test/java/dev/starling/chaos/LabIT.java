package dev.starling.chaos;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Report;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.observe.WireFrame;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The promises of the README, on real frames: five speakers, each fault once. The bounds are three
 * times the goals, for machines that are busy with something else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabIT {
  private static final int NODES = 5;
  private static final double SLACK = 3;

  /** A killed speaker has to start, join, settle and claim; a split heals within 1 s of it. */
  private static final double HOME_LIMIT_MILLIS = 8_000;

  /** All at once, they have two cores between them; the goal is for one: see the restart. */
  private static final double START_LIMIT_MILLIS = 20_000;

  private Lab lab;
  private List<Report.Start> starts;

  @BeforeAll
  void startSpeakers() {
    Path home = Needs.lab();
    lab = new Lab(LabSetup.of(NODES, home));
    lab.startSpeakers();
    lab.awaitJoined();
    Steadiness.await(lab);
    starts = lab.starts();
  }

  @AfterAll
  void leavesNothingBehind() {
    if (lab == null) {
      return;
    }
    List<ProcessHandle> speakers = lab.plan().nodes().stream().map(this::process).toList();
    lab.close();

    assertThat(Path.of("/run/netns"))
        .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith(prefix()));
    assertThat(Path.of("/run/starling-lab", prefix())).doesNotExist();
    // A killed process goes on to exist until its memory is freed and its parent has noticed.
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(speakers).noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void speakersJoinQuicklyAndStaySmall() {
    SoftAssertions.assertSoftly(
        softly -> {
          for (Report.Start start : starts) {
            softly
                .assertThat(start.joinedMillis())
                .as("%s: exec to a view of all, ms", start.node())
                .isLessThan(START_LIMIT_MILLIS);
            softly
                .assertThat(start.residentKib() / 1024)
                .as("%s: memory, MiB", start.node())
                .isLessThan(150);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"KILL", "FREEZE", "CUT", "ONEWAY", "SPLIT"})
  void theNextOwnerTakesOver(Fault fault) {
    List<Failover> both = new Experiment(lab, fault).run();

    double goal = fault == Fault.KILL ? 80 : 250;
    for (Failover failover : both) {
      assertThat(failover.newOwner()).as("%s", failover).isEqualTo(lab.plan().nextOwner());
      assertThat(failover.millis().view()).as("%s", failover).isNotNull();
      assertThat(failover.millis().firstFrame()).as("%s", failover).isLessThan(goal * SLACK);
      assertThat(failover.millis().firstReply())
          .as("%s", failover)
          .isLessThan(requireNonNull(failover.millis().firstFrame()) + 15 * SLACK);
      assertThat(failover.home().millis()).as("%s", failover).isLessThan(HOME_LIMIT_MILLIS);
    }
    if (fault == Fault.KILL || fault == Fault.FREEZE) {
      // The host goes on forwarding until the client has heard of the new owner.
      assertNothingLost(both);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"DRAIN", "RESTART"})
  void aPlannedMoveLosesNothing(Fault fault) {
    List<Failover> both = new Experiment(lab, fault).run();

    assertThat(both).extracting(Failover::newOwner).containsOnly(lab.plan().nextOwner());
    assertThat(both).allSatisfy(run -> assertThat(run.home().millis()).isNotNull());
    assertNothingLost(both);
    if (fault == Fault.RESTART) {
      assertThat(both.getFirst().home().joinedMillis()).isLessThan(1_500 * SLACK);
    }
  }

  @Test
  void nothingMovesWithoutACause() {
    long start = System.nanoTime();
    List<Failover> both = new Experiment(lab, Fault.NONE).run();

    assertThat(both).allSatisfy(run -> assertThat(run.newOwner()).isNull());
    assertNothingLost(both);
    assertThat(lab.capture().since(start))
        .extracting(WireFrame::mac)
        .allMatch(Plan.macOf(lab.plan().firstOwner())::equals);
  }

  private static void assertNothingLost(List<Failover> both) {
    assertThat(both)
        .allSatisfy(
            run -> {
              assertThat(run.lostProbes()).isZero();
              assertThat(run.home().lostProbes()).isZero();
            });
  }

  private ProcessHandle process(String node) {
    return ProcessHandle.of(lab.speaker(node).processId()).orElseThrow();
  }

  private static String prefix() {
    return "stl" + ProcessHandle.current().pid();
  }
}
