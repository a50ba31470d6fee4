package dev.starling.chaos;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Family;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Observed;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One fault into the owner of a steady lab, measured, mended, and measured again. */
public final class Experiment {
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(10);
  private static final long AFTERMATH_MILLIS = 300;
  private static final long CONTROL_MILLIS = 1_500;
  private static final long LATE_REPLY_MILLIS = 100;

  /** The moments that divide one experiment. */
  private record Moments(long fault, long mended, long steady) {}

  private final Lab lab;
  private final Fault fault;
  private final String victim;

  /** Prepares {@code fault} for the node that owns both service IPs while all is well. */
  public Experiment(Lab lab, Fault fault) {
    this.lab = lab;
    this.fault = fault;
    this.victim = lab.plan().firstOwner();
  }

  /** Runs it and returns one result for each family; the lab is steady before and after. */
  public List<Failover> run() {
    Steadiness.await(lab);
    Moments moments;
    try (Injector injector = new Injector(lab, fault, victim)) {
      // The armed command has started by then, and the last experiment's repeats are over.
      Patience.pause(AFTERMATH_MILLIS);
      long struck = injector.strike();
      awaitTakeover(struck);
      long mended = injector.mend();
      Steadiness.await(lab);
      moments = new Moments(struck, mended, System.nanoTime());
    }
    Patience.pause(LATE_REPLY_MILLIS);
    return List.of(
        result(Family.IPV4, lab.plan().ipv4(), moments),
        result(Family.IPV6, lab.plan().ipv6(), moments));
  }

  private void awaitTakeover(long struck) {
    if (fault == Fault.NONE) {
      Patience.pause(CONTROL_MILLIS);
      return;
    }
    // Not reached: then there is no new owner, and the result says so.
    boolean reached =
        Patience.within(
            TAKEOVER_LIMIT,
            () -> lab.plan().serviceIps().stream().allMatch(ip -> hasMoved(ip, struck)));
    Patience.pause(reached ? AFTERMATH_MILLIS : 0);
  }

  private boolean hasMoved(String ip, long struck) {
    return lab.prober().log(ip).since(struck).stream()
        .flatMap(probe -> probe.answer().stream())
        .anyMatch(answer -> !answer.node().equals(victim));
  }

  private Failover result(Family family, String ip, Moments moments) {
    Observed observed = observe(ip, moments.fault());
    String newOwner = observed.newOwner(moments.fault());
    // A restart is one planned act: what is lost while the speaker returns is lost by it.
    long end = fault == Fault.RESTART ? moments.steady() : moments.mended();
    Double home = fault == Fault.NONE ? null : observed.home(moments.mended());
    return new Failover(
        fault,
        family,
        fault == Fault.NONE ? null : victim,
        newOwner,
        observed.sent(moments.fault(), end),
        observed.lost(moments.fault(), end),
        newOwner == null ? Millis.NONE : observed.phases(moments.fault(), newOwner),
        new Failover.Home(joinedMillis(), home, observed.lost(end, moments.steady())));
  }

  private @Nullable Double joinedMillis() {
    boolean startedAnew = fault == Fault.KILL || fault == Fault.RESTART;
    return startedAnew ? lab.joinedMillis(victim) : null;
  }

  private Observed observe(String ip, long since) {
    SortedMap<String, String> nodeOf = new TreeMap<>();
    SortedMap<String, List<LogEvent>> events = new TreeMap<>();
    for (String node : lab.plan().nodes()) {
      nodeOf.put(Plan.macOf(node), node);
      events.put(node, lab.speaker(node).log().eventsSince(since));
    }
    return new Observed(
        victim,
        nodeOf,
        lab.capture().since(since).stream().filter(frame -> frame.ip().equals(ip)).toList(),
        new ArrayList<>(lab.prober().log(ip).since(since)),
        events);
  }
}
