package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Lab;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.observe.Probe;
import dev.starling.chaos.observe.Question;
import java.util.List;

/** That nothing has come of an attack, as the client, the observer and the speakers see it. */
final class Calm {
  private static final long LATE_NANOS = 100_000_000L;

  private final Lab lab;
  private final long since = System.nanoTime();

  private Calm(Lab lab) {
    this.lab = lab;
  }

  /** From now on. */
  static Calm from(Lab lab) {
    return new Calm(lab);
  }

  /** When it began. */
  long nanos() {
    return since;
  }

  /** No view, no change of state or owner, no lost probe, and nobody but the owner was heard. */
  void holds() {
    for (String node : lab.plan().nodes()) {
      assertThat(lab.speaker(node).log().eventsSince(since))
          .as("what happened at %s", node)
          .extracting(LogEvent::name)
          .doesNotContain("view-installed", "claimed", "released", "state-changed");
    }
    servesThroughout();
  }

  /** No lost probe, and nobody but the owner was heard. */
  void servesThroughout() {
    long newest = System.nanoTime() - LATE_NANOS;
    String owner = Plan.macOf(lab.plan().firstOwner());
    for (String ip : lab.plan().serviceIps()) {
      List<Probe> probes =
          lab.prober().log(ip).since(since).stream()
              .filter(probe -> probe.sentNanos() - newest < 0)
              .toList();
      assertThat(probes).as("probes to %s", ip).isNotEmpty();
      assertThat(probes.stream().filter(probe -> probe.answer().isEmpty()).count())
          .as("lost probes to %s", ip)
          .isZero();
      assertThat(probes)
          .allSatisfy(
              probe ->
                  assertThat(probe.answer().orElseThrow().node())
                      .isEqualTo(lab.plan().firstOwner()));
    }
    List<Question> questions = lab.asker().since(since);
    assertThat(questions).as("answered questions").anyMatch(each -> !each.macs().isEmpty());
    assertThat(questions)
        .allSatisfy(each -> assertThat(each.macs()).as("%s", each).isSubsetOf(owner));
  }
}
