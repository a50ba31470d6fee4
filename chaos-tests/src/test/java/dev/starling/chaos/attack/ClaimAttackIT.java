package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.FrameReader;
import dev.starling.chaos.observe.RawPort;
import dev.starling.chaos.observe.WireFrame;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A stranger says that the service IPs are his, two speakers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClaimAttackIT {
  /** A speaker defends an address once in ten seconds: RFC 5227, section 2.4. */
  private static final long DEFENCE_MILLIS = 10_000;

  private static final long ATTACK_MILLIS = 25_500;

  /** Ten frames are the longest that a speaker says of an IPv4 address at once. */
  private static final long FRAMES_MAX = 10 * (ATTACK_MILLIS / DEFENCE_MILLIS + 1);

  private Lab lab;
  private Stranger stranger;
  private String owner;

  @BeforeAll
  void startSpeakers() {
    lab = new Lab(LabSetup.of(2, Needs.lab()).withObserver());
    lab.startSpeakers();
    lab.awaitJoined();
    stranger = new Stranger(lab);
    owner = lab.plan().firstOwner();
    Steadiness.await(lab);
    // The first announcements are over.
    Patience.pause(3_500);
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
  void aStrangerWhoAnswersEveryDefenceStartsNoStorm() {
    AtomicLong claims = new AtomicLong();
    AtomicLong provoked = new AtomicLong();
    Ledger before = Ledger.of(lab, owner);
    long start = System.nanoTime();
    try (RawPort _ =
        stranger.open(
            "inbound and (arp or (icmp6 and ip6[40] == 136))",
            (frame, nanos) -> {
              if (isDefence(frame, nanos)) {
                provoked.incrementAndGet();
                claims.addAndGet(claimAll());
              }
            })) {
      long end = start + Duration.ofMillis(ATTACK_MILLIS).toNanos();
      while (System.nanoTime() - end < 0) {
        claims.addAndGet(claimAll());
        Patience.pause(100);
      }
    }
    long stopped = System.nanoTime();
    List<LogEvent> told = lab.speaker(owner).log().eventsSince(start);
    Ledger after = Ledger.of(lab, owner);

    assertThat(provoked).as("defences that the stranger answered").hasPositiveValue();
    for (String ip : lab.plan().serviceIps()) {
      assertDefended(ip, start, stopped);
    }
    // More may be lost on the way than half of them if the machine is busy; each heard is counted.
    assertThat(after.frames("foreign_claim") - before.frames("foreign_claim"))
        .isBetween(claims.get() / 2, claims.get());
    assertThat(after.total("starling_conflicts_total"))
        .isGreaterThan(before.total("starling_conflicts_total"));
    assertThat(told)
        .as("told once for each defence of each of the two, and nothing else")
        .hasSizeLessThanOrEqualTo(2 * (int) (ATTACK_MILLIS / DEFENCE_MILLIS + 1))
        .extracting(LogEvent::name)
        .containsOnly("conflict-heard");
    Figures.tell(
        "%d claims in %d ms; %d lines of log; client well again %.1f s after the last claim",
        claims.get(), ATTACK_MILLIS, told.size(), clientWellAfterSeconds(stopped));
  }

  private void assertDefended(String ip, long start, long stopped) {
    List<WireFrame> said =
        lab.capture().since(start).stream()
            .filter(frame -> frame.ip().equals(ip) && frame.mac().equals(Plan.macOf(owner)))
            .filter(frame -> frame.gratuitous() && frame.nanos() - stopped < 0)
            .toList();
    Figures.tell("%s: %d frames in defence", ip, said.size());
    assertThat(said).as("announcements of %s", ip).hasSizeBetween(2, (int) FRAMES_MAX);
    assertThat(said.getFirst().nanos() - start)
        .as("the first defence comes at once")
        .isLessThan(1_000_000_000L);
  }

  /** Seconds until the client's kernel knows the owner again; it is not told to look. */
  private double clientWellAfterSeconds(long stopped) {
    Patience.await(
        "the client's entries to be the owner's",
        Duration.ofSeconds(75),
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
