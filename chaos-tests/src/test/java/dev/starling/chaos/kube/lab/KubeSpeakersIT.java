package dev.starling.chaos.kube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Bounds;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.Watch;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.nodes.SpeakerFiles;
import dev.starling.chaos.observe.WireFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Speakers fed by an API server that is well, dead or frozen. */
class KubeSpeakersIT extends SpeakersCase {
  private static final Duration BACK_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(8);
  private static final int ASSIGNMENTS = 20;
  private static final long AWAY_MILLIS = 3_000;

  /** As long as the announcements of an owner that has just claimed take. */
  private static final long AFTERMATH_MILLIS = 4_000;

  /** Three times the goal. */
  private static final double ASSIGNED_LIMIT_MILLIS = 300;

  /** From kubectl's start until all hold a new key; three times what was measured. */
  private static final double ROTATION_LIMIT_MILLIS = 2_000;

  private static final double KILL_LIMIT_MILLIS = 240;

  /** How an API server is. */
  enum Api {
    WELL,
    DEAD,
    FROZEN
  }

  /** What happens to the owner. */
  enum Fault {
    KILL,
    CUT,
    FREEZE,
    MUTE
  }

  @ParameterizedTest
  @CsvSource({
    "WELL,KILL",
    "WELL,CUT",
    "DEAD,KILL",
    "DEAD,CUT",
    "DEAD,FREEZE",
    "DEAD,MUTE",
    "FROZEN,KILL",
    "FROZEN,CUT"
  })
  void theNextOwnerTakesOverHoweverTheApiServerIs(Api api, Fault fault) {
    make(api);

    Watch watch = Watch.since(lab, strike(fault));
    boolean moved =
        Patience.within(
            LIMIT,
            () ->
                lab.plan().serviceIps().stream()
                    .allMatch(ip -> watch.firstFrame(ip, owner).isPresent()));

    assertThat(moved).as("somebody took over").isTrue();
    tell("%s, API server %s: first frame %s ms", fault, api, firstFrames(watch));
    watch.takenOverWithin(owner, fault == Fault.KILL ? KILL_LIMIT_MILLIS : Bounds.SILENCE_MILLIS);
  }

  /** What it knew is gone with its process; the others go on without it for as long. */
  @Test
  void aSpeakerThatIsRestartedWhileTheApiServerIsDeadWaitsAndLosesNothing() {
    make(Api.DEAD);
    Watch watch = Watch.start(lab);
    lab.speaker(owner).end(Posix.SIGTERM);
    lab.speaker(owner).awaitEnd(END_LIMIT);
    lab.speaker(owner).startAgain();
    Patience.await(
        "it waits",
        LIMIT,
        () -> lab.status(owner).filter(status -> !status.isServing()).isPresent(),
        () -> Steadiness.describe(lab));
    Steadiness.await(lab, Expected.of(without(owner)));

    plane.apiServer().start();
    plane.awaitReady();
    Steadiness.await(lab);
    watch.overlapAtMost(Bounds.HANDOVER_MILLIS).nothingLost().clientEndsAt(owner);
  }

  @ParameterizedTest
  @EnumSource(
      value = Api.class,
      names = {"DEAD", "FROZEN"})
  void nothingIsAnnouncedAgainWhenTheApiServerIsBack(Api api) {
    make(api);
    Patience.pause(AWAY_MILLIS);
    Watch watch = Watch.start(lab);
    if (api == Api.DEAD) {
      plane.apiServer().start();
    } else {
      plane.apiServer().thaw();
    }
    plane.awaitReady();
    // When all know of this one, each of them watches again, and has had whatever there was.
    cluster.addService();
    Patience.await(
        "all know the other Service",
        BACK_LIMIT,
        () -> lab.plan().nodes().stream().allMatch(this::knowsTheOther),
        () -> Steadiness.describe(lab));
    Patience.pause(AFTERMATH_MILLIS);

    watch.noViewChange().nothingLost().onlyFrom(owner);
    for (String ip : lab.plan().serviceIps()) {
      // One may be the refresh that comes each minute; announced anew it would be five.
      assertThat(watch.claims())
          .filteredOn(frame -> frame.gratuitous() && frame.ip().equals(ip))
          .hasSizeLessThanOrEqualTo(1);
    }
    cluster.removeService();
  }

  @Test
  void aServiceThatGetsItsIpsIsAnnouncedAtOnce() throws IOException {
    List<Double> all = new ArrayList<>();
    try (ApiProxy proxy = ApiProxy.start(plane)) {
      for (int i = 0; i < ASSIGNMENTS; i++) {
        cluster.assign(List.of());
        awaitSilence();
        long since =
            proxy.patchStatus("default", "web", Workload.assigned(lab.plan().serviceIps()));
        for (String ip : lab.plan().serviceIps()) {
          Patience.await(
              ip + " is announced", LIMIT, () -> firstFrame(ip, since).isPresent(), () -> "");
          all.add(firstFrame(ip, since).orElseThrow());
        }
      }
    }
    double median = all.stream().sorted().skip(all.size() / 2).findFirst().orElseThrow();
    tell(
        "Service gets its IP to first frame: median %.1f ms, most %.1f",
        median, all.stream().max(Double::compare).orElseThrow());

    assertThat(median).isLessThan(ASSIGNED_LIMIT_MILLIS);
  }

  @Test
  void theKeyIsTakenFromTheSecretWhereTheFileStaysOld() {
    Watch watch = Watch.start(lab);
    for (int round = 0; round < 2; round++) {
      String old = newest(owner).id();
      long since = System.nanoTime();
      cluster.writeKey(SpeakerFiles.newKey());
      Patience.await("all hold the new key", LIMIT, () -> allHold(old), () -> "");
      double millis = Millis.between(since, System.nanoTime());
      tell("all hold the new key after %.0f ms, kubectl's own time in it", millis);
      assertThat(millis).isLessThan(ROTATION_LIMIT_MILLIS);
    }
    watch.noViewChange().nothingLost();

    lab.speaker(heir).end(Posix.SIGTERM);
    lab.speaker(heir).awaitEnd(END_LIMIT);
    lab.speaker(heir).startAgain();
    Steadiness.await(lab);
    watch.nothingLost();
  }

  private long strike(Fault fault) {
    return switch (fault) {
      case KILL -> lab.speaker(owner).end(Posix.SIGKILL);
      case CUT -> lab.network().onSwitch(Network.cut(owner));
      case FREEZE -> lab.speaker(owner).signal(Posix.SIGSTOP);
      case MUTE -> lab.network().rule(Network.mute(owner));
    };
  }

  private void make(Api api) {
    switch (api) {
      case WELL -> {}
      case DEAD -> plane.apiServer().kill();
      case FROZEN -> plane.apiServer().freeze();
    }
  }

  private List<Double> firstFrames(Watch watch) {
    return lab.plan().serviceIps().stream()
        .map(ip -> watch.firstFrame(ip, owner).orElseThrow())
        .toList();
  }

  private Optional<Double> firstFrame(String ip, long since) {
    return lab.capture().since(since).stream()
        .filter(frame -> frame.gratuitous() && frame.ip().equals(ip))
        .map(WireFrame::nanos)
        .findFirst()
        .map(nanos -> Millis.between(since, nanos));
  }

  private boolean knowsTheOther(String node) {
    return lab.status(node).filter(it -> it.ips().containsKey(Cluster.OTHER_IP)).isPresent();
  }

  private NodeStatus.Key newest(String node) {
    return lab.status(node).map(NodeStatus::newestKey).orElse(new NodeStatus.Key("", false));
  }

  private boolean allHold(String old) {
    return lab.plan().nodes().stream()
        .map(this::newest)
        .allMatch(key -> key.heldByAll() && !key.id().equals(old) && !key.id().isEmpty());
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is no dependency of ours
  private static void tell(String format, Object... values) {
    System.out.println("figures: " + String.format(Locale.ROOT, format, values));
  }
}
