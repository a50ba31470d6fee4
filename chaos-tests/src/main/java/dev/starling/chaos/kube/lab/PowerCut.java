package dev.starling.chaos.kube.lab;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Observed;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.observe.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The power is taken from the node that owns the service IPs, cable and all, and comes back when
 * the control plane has missed it: measured from outside.
 */
public final class PowerCut {
  private static final Duration MISSED_LIMIT = Duration.ofSeconds(40);
  private static final long QUIET_NANOS = 1_500_000_000L;
  private static final long ARMED_MILLIS = 300;
  private static final long LATE_REPLY_MILLIS = 100;
  private static final int POLL_MILLIS = 50;

  /** The moments that divide it. */
  private record Moments(
      long fault, @Nullable Double notReady, long booted, double ready, long steady) {}

  private final KubeLab lab;
  private final String victim;

  /** Prepares it for a steady lab. */
  public PowerCut(KubeLab lab) {
    this.lab = lab;
    this.victim = lab.plan().firstOwner();
  }

  /** Runs it; the lab is steady before and after. */
  public KubeFigures.Outage run() {
    lab.awaitSteadyAnew();
    Instant before = Instant.now();
    long fault = cut();
    Double notReady = awaitMissed(fault);
    // Read now: a Pod that is replaced takes its log with it.
    List<String> log = lab.installation().log(lab.plan().nextOwner(), before);
    long booted = lab.cluster().boot(victim);
    lab.cluster().node(victim).awaitReady();
    double ready = Millis.between(booted, System.nanoTime());
    lab.awaitSteady();
    Moments moments = new Moments(fault, notReady, booted, ready, System.nanoTime());
    Patience.pause(LATE_REPLY_MILLIS);
    return new KubeFigures.Outage(victim, takeovers(moments), balanced(moments), ready, log);
  }

  private long cut() {
    try (Command cable = lab.cluster().network().armPorts()) {
      Patience.pause(ARMED_MILLIS);
      long nanos = cable.fire(Network.cut(victim));
      lab.cluster().node(victim).powerOff();
      cable.finish();
      return nanos;
    }
  }

  /** Until the control plane has missed the node, and kube-proxy has heard of it. */
  private @Nullable Double awaitMissed(long fault) {
    boolean missed =
        Patience.within(
            MISSED_LIMIT,
            () -> {
              Patience.pause(POLL_MILLIS);
              return !lab.cluster().node(victim).isMarkedReady();
            });
    Double notReady = missed ? Millis.between(fault, System.nanoTime()) : null;
    Patience.within(MISSED_LIMIT, () -> System.nanoTime() - lastFailure(fault) > QUIET_NANOS);
    return notReady;
  }

  private long lastFailure(long since) {
    long settled = System.nanoTime() - 2 * LATE_REPLY_MILLIS * 1_000_000L;
    return lab.connections().log().since(since).stream()
        .filter(each -> each.answer().isEmpty() && each.sentNanos() - settled < 0)
        .mapToLong(Probe::sentNanos)
        .reduce(since, (a, b) -> b - a > 0 ? b : a);
  }

  private List<KubeFigures.Takeover> takeovers(Moments moments) {
    List<KubeFigures.Takeover> found = new ArrayList<>();
    for (String ip : lab.plan().serviceIps()) {
      Observed observed = lab.observed(ip, moments.fault(), victim);
      String heir = observed.newOwner(moments.fault());
      Millis millis = heir == null ? Millis.NONE : observed.phases(moments.fault(), heir);
      found.add(
          new KubeFigures.Takeover(
              ip,
              heir,
              millis.firstFrame(),
              millis.firstReply(),
              gap(observed.probes(), moments.fault(), moments.booted()),
              observed.lost(moments.fault(), moments.booted()),
              observed.home(moments.booted()),
              observed.lost(moments.booted(), moments.steady())));
    }
    return found;
  }

  /** The longest row of probes without reply, from the first to the next one with a reply. */
  private static double gap(List<Probe> probes, long from, long to) {
    double longest = 0;
    long begin = 0;
    boolean silent = false;
    for (Probe probe : probes) {
      if (probe.sentNanos() - from >= 0 && probe.sentNanos() - to < 0) {
        if (probe.answer().isPresent()) {
          longest = silent ? Math.max(longest, Millis.between(begin, probe.sentNanos())) : longest;
        } else if (!silent) {
          begin = probe.sentNanos();
        }
        silent = probe.answer().isEmpty();
      }
    }
    return longest;
  }

  private KubeFigures.Balanced balanced(Moments moments) {
    List<Probe> all =
        lab.connections().log().since(moments.fault()).stream()
            .filter(each -> each.sentNanos() - moments.booted() < 0)
            .toList();
    Optional<Probe> first = all.stream().filter(each -> each.answer().isPresent()).findFirst();
    if (first.isEmpty()) {
      return new KubeFigures.Balanced(null, 0, 0, null, moments.notReady());
    }
    long moved = first.get().sentNanos();
    List<Probe> after = all.stream().filter(each -> each.sentNanos() - moved >= 0).toList();
    List<Probe> failed = after.stream().filter(each -> each.answer().isEmpty()).toList();
    long last = failed.isEmpty() ? moved : failed.getLast().sentNanos();
    return new KubeFigures.Balanced(
        Millis.between(moments.fault(), moved),
        (int) after.stream().filter(each -> each.sentNanos() - last <= 0).count(),
        failed.size(),
        failed.isEmpty() ? null : Millis.between(moments.fault(), last),
        moments.notReady());
  }
}
