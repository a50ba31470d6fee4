package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.Watch;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.FrameReader;
import dev.starling.chaos.observe.RawPort;
import dev.starling.chaos.observe.WireFrame;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stranger says that the service IPs are his, two speakers. */
class ClaimAttackIT extends AttackCase {
  /** A speaker defends an address once in ten seconds: RFC 5227, section 2.4. */
  private static final long DEFENCE_MILLIS = 10_000;

  private static final long ATTACK_MILLIS = 25_500;

  /** A speaker says ten frames at most of an address at once; one time more, if it stumbles. */
  private static final long FRAMES_MAX = 10 * (ATTACK_MILLIS / DEFENCE_MILLIS + 2);

  @Override
  protected LabSetup setup() {
    return speakers(2);
  }

  @BeforeEach
  void theFirstAnnouncementsAreOver() {
    Patience.pause(3_500);
  }

  @Test
  void aStrangerWhoAnswersEveryDefenceStartsNoStorm() {
    AtomicLong claims = new AtomicLong();
    AtomicLong provoked = new AtomicLong();
    Ledger before = Ledger.of(lab, owner);
    Watch watch = Watch.start(lab);
    try (RawPort _ =
        stranger.open(
            "inbound and (arp or (icmp6 and ip6[40] == 136))",
            (frame, nanos) -> {
              if (isDefence(frame, nanos)) {
                provoked.incrementAndGet();
                claims.addAndGet(claimAll());
              }
            })) {
      long end = watch.nanos() + Duration.ofMillis(ATTACK_MILLIS).toNanos();
      while (System.nanoTime() - end < 0) {
        claims.addAndGet(claimAll());
        Patience.pause(100);
      }
    }
    long stopped = System.nanoTime();
    List<LogEvent> told =
        watch.events(owner).stream()
            .filter(event -> event.name().equals("conflict-heard"))
            .toList();
    Ledger after = Ledger.of(lab, owner);

    assertThat(provoked).as("defences that the stranger answered").hasPositiveValue();
    for (String ip : lab.plan().serviceIps()) {
      assertDefended(ip, watch, stopped);
    }
    // More may be lost on the way than half of them if the machine is busy; each heard is counted.
    assertThat(after.frames("foreign_claim") - before.frames("foreign_claim"))
        .isBetween(claims.get() / 2, claims.get());
    assertThat(after.total("starling_conflicts_total"))
        .isGreaterThan(before.total("starling_conflicts_total"));
    assertThat(told)
        .as("told once for each defence of each of the two")
        .hasSizeBetween(2, 2 * (int) (ATTACK_MILLIS / DEFENCE_MILLIS + 1));
    Figures.tell(
        "%d claims in %d ms; %d lines of log; client well again %.1f s after the last claim",
        claims.get(), ATTACK_MILLIS, told.size(), clientWellAfterSeconds(stopped));
  }

  private void assertDefended(String ip, Watch watch, long stopped) {
    List<WireFrame> said =
        watch.claims().stream()
            .filter(frame -> frame.ip().equals(ip) && frame.mac().equals(Plan.macOf(owner)))
            .filter(frame -> frame.gratuitous() && frame.nanos() - stopped < 0)
            .toList();
    Figures.tell("%s: %d frames in defence", ip, said.size());
    assertThat(said).as("announcements of %s", ip).hasSizeBetween(2, (int) FRAMES_MAX);
    assertThat(said.getFirst().nanos() - watch.nanos())
        .as("the first defence comes at once")
        .isLessThan(1_000_000_000L);
  }

  /**
   * Seconds until the client's kernel knows the owner again; it is not told to look. The owner says
   * what is right once more, ten seconds after its last defence at the latest.
   */
  private double clientWellAfterSeconds(long stopped) {
    Patience.await(
        "the client's entries to be the owner's",
        Duration.ofSeconds(15),
        () ->
            lab.plan().serviceIps().stream()
                .allMatch(
                    ip -> lab.clientNeighbour(ip).filter(Plan.macOf(owner)::equals).isPresent()),
        () -> Steadiness.describe(lab));
    Steadiness.await(lab);
    return (System.nanoTime() - stopped) / 1e9;
  }

  private boolean isDefence(byte[] frame, long nanos) {
    return FrameReader.read(frame, nanos)
        .filter(WireFrame::gratuitous)
        .filter(said -> said.mac().equals(Plan.macOf(owner)))
        .filter(said -> lab.plan().serviceIps().contains(said.ip()))
        .isPresent();
  }

  private synchronized long claimAll() {
    long sent = 0;
    for (byte[] frame :
        List.of(
            NeighbourFrames.claim(Stranger.MAC, lab.plan().ipv4()),
            NeighbourFrames.claimByReply(Stranger.MAC, lab.plan().ipv4()),
            NeighbourFrames.claim(Stranger.MAC, lab.plan().ipv6()))) {
      sent += stranger.send(frame) ? 1 : 0;
    }
    return sent;
  }
}
