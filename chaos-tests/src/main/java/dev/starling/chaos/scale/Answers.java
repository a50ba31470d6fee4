package dev.starling.chaos.scale;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.observe.AnswerClock;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * How long questions wait for their answers, in microseconds: the owner's speaker beside the
 * owner's kernel, asked in turn by the same machine.
 *
 * @param arp the speaker's ARP replies for the IPv4 service IP
 * @param kernelArp the kernel's ARP replies for the node's own address
 * @param ndp the speaker's neighbour advertisements for the IPv6 service IP
 * @param kernelNdp the kernel's neighbour advertisements for the node's own address
 */
public record Answers(
    Distribution arp, Distribution kernelArp, Distribution ndp, Distribution kernelNdp) {
  /** The last repeat of an announcement comes after 3.3 s. */
  private static final int REPEATS_MILLIS = 4_000;

  /** Builds a lab of {@code setup}, asks {@code rounds} questions of each kind, and removes it. */
  public static Answers measure(LabSetup setup, int rounds) {
    try (Lab lab = new Lab(setup)) {
      return measure(lab, rounds);
    }
  }

  private static Answers measure(Lab lab, int rounds) {
    lab.startSpeakers();
    lab.awaitJoined();
    Steadiness.await(lab);
    Patience.pause(REPEATS_MILLIS);
    Plan plan = lab.plan();
    String owner = plan.firstOwner();
    try (AnswerClock clock =
        new AnswerClock(
            lab.network().attach("questioner", Plan.OBSERVER), Plan.macOf(Plan.OBSERVER))) {
      List<String> ips = List.of(plan.ipv4(), Plan.ipv4Of(owner), plan.ipv6(), Plan.ipv6Of(owner));
      // The first rounds are for the JVM of the speaker, which was hardly asked so far.
      clock.ask(ips, rounds);
      SortedMap<String, List<Double>> micros = clock.ask(ips, rounds);
      List<Distribution> all =
          ips.stream().map(ip -> Distribution.of(micros.getOrDefault(ip, List.of()))).toList();
      return new Answers(all.get(0), all.get(1), all.get(2), all.get(3));
    }
  }

  /** How many times as long as the kernel's the speaker's ARP replies take, in the median. */
  public double arpRatio() {
    return arp.median() / kernelArp.median();
  }

  /** The same for neighbour advertisements. */
  public double ndpRatio() {
    return ndp.median() / kernelNdp.median();
  }

  /** The table for people. */
  List<String> lines() {
    return List.of(
        "Answers of the owner, microseconds from question to answer on the asker's card:",
        "           answers     speaker p50     p99    kernel p50     p99   ratio of medians",
        line("ARP", arp, kernelArp, arpRatio()),
        line("NDP", ndp, kernelNdp, ndpRatio()));
  }

  private static String line(String kind, Distribution ours, Distribution kernel, double ratio) {
    return String.format(
        Locale.ROOT,
        "  %-6s %10d %15.0f %7.0f %13.0f %7.0f %18.1f",
        kind,
        ours.count(),
        ours.percentile(50),
        ours.percentile(99),
        kernel.percentile(50),
        kernel.percentile(99),
        ratio);
  }
}
