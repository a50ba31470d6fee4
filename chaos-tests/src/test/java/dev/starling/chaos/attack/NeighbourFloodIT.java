package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Watch;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.observe.Question;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Floods of ARP and neighbour solicitations at the answering path, three speakers. */
class NeighbourFloodIT extends AttackCase {
  private static final int FLOOD_PER_SECOND = 50_000;
  private static final long FLOOD_MILLIS = 3_000;

  /** Honest questions that may find the bucket of answers empty, or the ring full: a share. */
  private static final double UNANSWERED_MAX = 0.05;

  @Override
  protected LabSetup setup() {
    return speakers(3);
  }

  @Test
  @Tag("long")
  void questionsForOtherAddressesDoNotReachTheSpeaker() {
    Ledger before = Ledger.of(lab, owner);
    double unanswered =
        unansweredUnder(
            "for other addresses",
            number ->
                number % 2 == 0
                    ? question("10.77." + (1 + number / 250 % 200) + "." + (1 + number % 250))
                    : question("fd77::5:" + Integer.toHexString(number & 0xffff)));

    assertThat(unanswered).isLessThan(UNANSWERED_MAX);
    assertThat(total(Ledger.of(lab, owner).framesSince(before)))
        .as("the kernel's filter keeps them out")
        .isLessThan(FLOOD_PER_SECOND / 10);
  }

  @Test
  void malformedQuestionsAreCountedAndNotAnswered() {
    Ledger before = Ledger.of(lab, owner);
    List<byte[]> kinds = malformed();
    double unanswered = unansweredUnder("malformed", number -> kinds.get(number % kinds.size()));

    assertThat(unanswered).isLessThan(UNANSWERED_MAX);
    assertThat(Ledger.of(lab, owner).framesSince(before).toString())
        .contains("bad_checksum", "hop_limit_not_255", "sender_mismatch");
  }

  @Test
  void questionsForServiceIpsAreAnsweredUpToALimit() {
    Ledger before = Ledger.of(lab, owner);
    List<byte[]> asked = lab.plan().serviceIps().stream().map(this::question).toList();
    double unanswered = unansweredUnder("for service IPs", number -> asked.get(number % 2));
    Ledger after = Ledger.of(lab, owner);
    long answered =
        after.total("starling_frames_answered_total")
            - before.total("starling_frames_answered_total");

    Figures.tell(
        "answered %d a second, not answered: %s",
        answered * 1_000 / FLOOD_MILLIS, after.framesSince(before));
    // Nothing tells an honest question from a stranger's: beyond the limit each has the same luck.
    assertThat(unanswered).isLessThan(0.9);
    assertThat(answered).isLessThan(22_000 * (FLOOD_MILLIS + 1_500) / 1_000);
  }

  @Test
  void aFloodOfQuestionsHoldsUpNoFailover() {
    double quiet = firstFrameMillis(Fault.FREEZE);
    List<byte[]> asked = lab.plan().serviceIps().stream().map(this::question).toList();
    double flooded;
    try (Flood flood = stranger.flood(FLOOD_PER_SECOND, number -> asked.get(number % 2))) {
      flooded = firstFrameMillis(Fault.FREEZE);
      Figures.tell(
          "failover under %.0f questions a second: %.0f ms, quiet %.0f ms",
          flood.perSecond(), flooded, quiet);
    }
    assertThat(flooded).isLessThan(RATIO_MAX * quiet);
  }

  /** The share of the observer's questions that nobody answered during such a flood. */
  private double unansweredUnder(String name, IntFunction<byte[]> frames) {
    Load before = Load.of(lab);
    Watch watch = Watch.start(lab);
    double rate;
    try (Flood flood = stranger.flood(FLOOD_PER_SECOND, frames)) {
      Patience.pause(FLOOD_MILLIS);
      rate = flood.perSecond();
    }
    long end = System.nanoTime();
    Load after = Load.of(lab);
    Patience.pause(100);
    List<Question> asked =
        watch.questions().stream().filter(each -> each.nanos() - end < 0).toList();
    double unanswered =
        asked.stream().filter(each -> each.answers().isEmpty()).count() / (double) asked.size();
    Figures.tell(
        "%.0f questions a second %s: %.1f %% of %d honest ones unanswered, owner's CPU %.0f %%, "
            + "memory +%d KiB, log +%d lines",
        rate,
        name,
        100 * unanswered,
        asked.size(),
        after.cpuPercent(before, owner),
        after.grownKib(before),
        after.lines(before));
    assertThat(asked).hasSizeGreaterThan(100);
    assertThat(after.lines(before)).as("lines of log").isLessThan(10);
    assertThat(watch.events(owner)).isEmpty();
    return unanswered;
  }

  private byte[] question(String target) {
    String from = target.contains(":") ? "fd77::1:252" : Stranger.IPV4;
    return NeighbourFrames.question(Stranger.MAC, from, target);
  }

  private List<byte[]> malformed() {
    byte[] arp = question(lab.plan().ipv4());
    byte[] solicitation = question(lab.plan().ipv6());
    SplittableRandom random = new SplittableRandom(1);
    byte[] noise = solicitation.clone();
    for (int at = 54; at < 62; at++) {
      noise[at + 2] = (byte) random.nextInt();
    }
    noise[54] = (byte) 135;
    byte[] hop = solicitation.clone();
    hop[21] = 64;
    byte[] mismatch = arp.clone();
    mismatch[27] ^= 1;
    byte[] cut = Arrays.copyOf(arp, 41);
    byte[] option = solicitation.clone();
    option[79] = 0;
    return List.of(noise, hop, mismatch, cut, option);
  }
}
