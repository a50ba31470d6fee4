package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.observe.WireFrame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Rounds of troubles on a lab whose speakers run, until the time is over or something is wrong. */
public final class Soak {
  private static final int LATE_REPLY_MILLIS = 100;
  private static final int LOOK_MILLIS = 20;

  /** A strike or its undoing at a moment of a round. */
  private record Act(int atMillis, Strike strike, boolean undoing) {}

  private final Lab lab;
  private final Script script;
  private final Deed deed;
  private final Judge judge;
  private final CoreWait coreWait;
  private final Consumer<String> say;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Vitals> vitals = new ArrayList<>();
  private final long startNanos = System.nanoTime();
  private String now = "before the first round";
  private double coreWaitMillis;

  /**
   * A soak of {@code lab}, which is steady and has an observer.
   *
   * @param say takes a line of progress for each round
   */
  public Soak(Lab lab, long seed, Consumer<String> say) {
    this.lab = lab;
    this.script = new Script(seed, lab.plan());
    this.deed = new Deed(lab);
    this.judge = new Judge(lab);
    this.coreWait = new CoreWait(lab);
    this.say = say;
  }

  /** Runs rounds until {@code time} has passed; throws {@link Violation} at the first one. */
  public void run(Duration time) {
    look();
    while (System.nanoTime() - startNanos < time.toNanos()) {
      Round round = script.next();
      now = String.format(Locale.ROOT, "round %d (%s)", round.number(), round.story());
      try {
        Outcome outcome = run(round);
        outcomes.add(outcome);
        say.accept(line(outcome));
      } catch (LabException e) {
        throw new Violation(e.getMessage() == null ? "the lab failed" : e.getMessage());
      }
    }
  }

  /** What the soak is at, with the time since its beginning. */
  public String moment() {
    return String.format(
        Locale.ROOT,
        "%s, %.1f s after the start; a thread waited %.1f ms for a core",
        now,
        secondsSinceStart(),
        coreWaitMillis);
  }

  /** How long it has run. */
  public double minutes() {
    return secondsSinceStart() / 60;
  }

  /** The rounds so far. */
  public List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** What the speakers took of the machine, at the end of each round. */
  public List<Vitals> vitals() {
    return List.copyOf(vitals);
  }

  private Outcome run(Round round) {
    SortedMap<Integer, Long> struck = new TreeMap<>();
    long begun = System.nanoTime();
    for (Act act : acts(round)) {
      await(begun + act.atMillis() * 1_000_000L);
      if (act.undoing()) {
        deed.undo(act.strike());
      } else {
        struck.put(round.strikes().indexOf(act.strike()), deed.strike(act.strike()));
      }
    }
    long undone = System.nanoTime();
    Steadiness.await(lab);
    long steady = System.nanoTime();
    judge.checkNeighbours();
    await(steady + round.calmMillis() * 1_000_000L);
    Patience.pause(LATE_REPLY_MILLIS);
    look();
    long calm = steady + round.calmMillis() * 1_000_000L;
    coreWaitMillis = coreWait.meanMillis();
    return new Outcome(
        round,
        round.strikes().size() == 1
            ? takeovers(round, struck.getOrDefault(0, begun), undone)
            : List.of(),
        lost(begun, steady),
        Millis.between(undone, steady),
        judge.contested(round, begun, coreWaitMillis > Outcome.STARVED_MILLIS),
        judge.checkLogs(begun),
        lost(steady, calm),
        coreWaitMillis);
  }

  private static List<Act> acts(Round round) {
    List<Act> acts = new ArrayList<>();
    for (Strike strike : round.strikes()) {
      acts.add(new Act(strike.afterMillis(), strike, false));
      acts.add(new Act(strike.afterMillis() + strike.lastsMillis(), strike, true));
    }
    acts.sort(Comparator.comparingInt(Act::atMillis));
    return acts;
  }

  private void await(long nanos) {
    while (System.nanoTime() - nanos < 0) {
      lab.checkAlive();
      long left = (nanos - System.nanoTime()) / 1_000_000L;
      Patience.pause(Math.clamp(left, 1, LOOK_MILLIS));
    }
  }

  private void look() {
    for (String node : lab.plan().nodes()) {
      Vitals.of(lab.speaker(node)).ifPresent(vitals::add);
    }
  }

  private List<Double> takeovers(Round round, long struck, long undone) {
    List<Double> found = new ArrayList<>();
    for (String ip : lab.plan().serviceIps()) {
      String owner = Plan.order(lab.plan().nodes(), ip).getFirst();
      if (round.strikes().getFirst().hits(owner)) {
        Optional<WireFrame> first =
            lab.capture().since(struck).stream()
                .filter(frame -> frame.gratuitous() && frame.ip().equals(ip))
                .filter(frame -> !frame.mac().equals(Plan.macOf(owner)))
                .filter(frame -> frame.nanos() - undone < 0)
                .findFirst();
        first.ifPresent(frame -> found.add(Millis.between(struck, frame.nanos())));
      }
    }
    return found;
  }

  private long lost(long from, long to) {
    return lab.plan().serviceIps().stream()
        .mapToLong(
            ip ->
                lab.prober().log(ip).since(from).stream()
                    .filter(probe -> probe.sentNanos() - to < 0 && probe.answer().isEmpty())
                    .count())
        .max()
        .orElse(0);
  }

  private String line(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "%7.1f s  %4d  %-58s  takeover %-15s lost %4d  steady after %5.1f s  core %4.1f ms%s%s",
        secondsSinceStart(),
        outcome.round().number(),
        outcome.round().story(),
        outcome.takeoverMillis().isEmpty() ? "-" : outcome.takeoverMillis(),
        outcome.lostProbes(),
        outcome.steadyMillis() / 1_000,
        outcome.coreWaitMillis(),
        outcome.contested() == 0 ? "" : "  two answers " + outcome.contested(),
        outcome.lostInCalm() == 0 ? "" : "  lost in calm " + outcome.lostInCalm());
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
