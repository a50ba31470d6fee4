package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.Asker;
import dev.starling.chaos.observe.Contests;
import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.Question;
import dev.starling.chaos.observe.WireFrame;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the observers of a lab have seen since a moment, and what must hold of it. */
public final class Watch {
  private static final long INTERVAL_NANOS = Asker.INTERVAL_MILLIS * 1_000_000L;

  private final Lab lab;
  private final long since;

  private Watch(Lab lab, long since) {
    this.lab = lab;
    this.since = since;
  }

  /** From now on. */
  public static Watch start(Lab lab) {
    return new Watch(lab, System.nanoTime());
  }

  /** From {@code nanos} on. */
  public static Watch since(Lab lab, long nanos) {
    return new Watch(lab, nanos);
  }

  /** The moment from which on it watches. */
  public long nanos() {
    return since;
  }

  /** At no time did two nodes answer. */
  public Watch oneOwner() {
    return overlapAtMost(0);
  }

  /** At no time did two nodes answer for a service IP for longer than {@code millis}. */
  public Watch overlapAtMost(long millis) {
    List<Question> all = questions();
    assertThat(all).as("questions answered").anyMatch(each -> !each.answers().isEmpty());
    for (String ip : lab.plan().serviceIps()) {
      List<Question> contested = Contests.of(ip, all);
      assertThat(longestMillis(contested))
          .as("ms in which two nodes answered for %s: %s", ip, contested)
          .isLessThanOrEqualTo(millis);
    }
    return this;
  }

  /** The longest row of questions that follow one another closely. */
  private static long longestMillis(List<Question> contested) {
    long longest = 0;
    long first = 0;
    long last = 0;
    for (Question each : contested) {
      boolean goesOn = longest > 0 && each.nanos() - last < 5 * INTERVAL_NANOS;
      first = goesOn ? first : each.nanos();
      last = each.nanos();
      longest = Math.max(longest, last - first + INTERVAL_NANOS);
    }
    return longest / 1_000_000;
  }

  /** The client's last words went to {@code node}, and so will its next: its kernel knows it. */
  public Watch clientEndsAt(String node) {
    for (String ip : lab.plan().serviceIps()) {
      assertThat(lab.clientNeighbour(ip))
          .as("whom the client sends %s to", ip)
          .contains(Plan.macOf(node));
    }
    return this;
  }

  /** The same, where each service IP may have an owner of its own. */
  public Watch clientEndsAtOwnersOf(Steadiness.Expected expected) {
    for (String ip : lab.plan().serviceIps()) {
      assertThat(lab.clientNeighbour(ip))
          .as("whom the client sends %s to", ip)
          .contains(Plan.macOf(expected.ownerOf(ip)));
    }
    return this;
  }

  /** Each probe has been answered. */
  public Watch nothingLost() {
    return lostAtMost(0);
  }

  /** For each service IP, {@code limit} probes at most had no reply. */
  public Watch lostAtMost(int limit) {
    for (String ip : lab.plan().serviceIps()) {
      assertThat(lost(ip)).as("lost probes to %s", ip).isLessThanOrEqualTo(limit);
    }
    return this;
  }

  /**
   * How many probes to {@code ip} had no reply, but for the newest, which may still be on its way.
   */
  public long lost(String ip) {
    long newest = System.nanoTime() - 100_000_000L;
    return lab.prober().log(ip).since(since).stream()
        .filter(probe -> probe.sentNanos() - newest < 0)
        .filter(probe -> probe.answer().isEmpty())
        .count();
  }

  /** No speaker suspected another, installed a view, claimed, released or changed its state. */
  public Watch undisturbed() {
    for (String node : lab.plan().nodes()) {
      assertThat(events(node))
          .as("what happened at %s", node)
          .extracting(LogEvent::name)
          .doesNotContain("suspected", "view-installed", "claimed", "released", "state-changed");
    }
    return this;
  }

  /** No speaker installed a view. */
  public Watch noViewChange() {
    assertThat(views()).as("views, by node").isEmpty();
    return this;
  }

  /** Every reply, claim and answer since came from {@code node}. */
  public Watch onlyFrom(String node) {
    assertThat(claims()).extracting(WireFrame::mac).allMatch(Plan.macOf(node)::equals);
    assertThat(questions())
        .allSatisfy(each -> assertThat(each.macs()).as("%s", each).isSubsetOf(Plan.macOf(node)));
    assertThat(answers()).extracting(Probe.Answer::node).containsOnly(node);
    return this;
  }

  /** The views that were installed, by node. */
  public SortedMap<String, List<List<String>>> views() {
    SortedMap<String, List<List<String>>> found = new TreeMap<>();
    for (String node : lab.plan().nodes()) {
      List<List<String>> views =
          events(node).stream().map(LogEvent::members).filter(each -> !each.isEmpty()).toList();
      if (!views.isEmpty()) {
        found.put(node, views);
      }
    }
    return found;
  }

  /** What the speaker of {@code node} has logged. */
  public List<LogEvent> events(String node) {
    return lab.hasSpeaker(node) ? lab.speaker(node).log().eventsSince(since) : List.of();
  }

  /** The first announcement of {@code ip} by another node than {@code old}, in ms. */
  public Optional<Double> firstFrame(String ip, String old) {
    return claims().stream()
        .filter(frame -> frame.gratuitous() && frame.ip().equals(ip))
        .filter(frame -> !frame.mac().equals(Plan.macOf(old)))
        .map(frame -> Millis.between(since, frame.nanos()))
        .findFirst();
  }

  /** Both service IPs were announced by another node than {@code old} within {@code millis}. */
  public Watch takenOverWithin(String old, double millis) {
    for (String ip : lab.plan().serviceIps()) {
      assertThat(firstFrame(ip, old))
          .as("first frame for %s", ip)
          .hasValueSatisfying(after -> assertThat(after).isLessThan(millis));
    }
    return this;
  }

  /** The claims on the client's cable. */
  public List<WireFrame> claims() {
    return lab.capture().since(since);
  }

  /** The questions of the observer. */
  public List<Question> questions() {
    return lab.asker().since(since);
  }

  /** The moments at which {@code node} answered the observer. */
  public List<Long> answeredBy(String node) {
    return questions().stream()
        .flatMap(each -> each.answers().stream())
        .filter(answer -> answer.mac().equals(Plan.macOf(node)))
        .map(Question.Answer::nanos)
        .sorted()
        .collect(Collectors.toList());
  }

  private List<Probe.Answer> answers() {
    return lab.plan().serviceIps().stream()
        .flatMap(ip -> lab.prober().log(ip).since(since).stream())
        .flatMap(probe -> probe.answer().stream())
        .toList();
  }
}
