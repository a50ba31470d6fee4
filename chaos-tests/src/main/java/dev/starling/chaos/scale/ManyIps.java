package dev.starling.chaos.scale;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.nodes.Speaker;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A lab whose speakers have many service IPs, and what happens when all of one node's move. */
public final class ManyIps implements AutoCloseable {
  private static final Duration MOVE_LIMIT = Duration.ofSeconds(20);
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);

  /** The last repeat of an announcement comes after 3.3 s. */
  private static final int REPEATS_MILLIS = 4_000;

  private final Lab lab;
  private final List<String> moving;
  private final String owner;
  private final Announced announced;

  /** Builds a lab of {@code setup} with one more service and waits until it is steady. */
  public ManyIps(LabSetup setup, Function<Plan, List<String>> choice) {
    Plan plan = Plan.of(setup.nodes());
    this.owner = plan.firstOwner();
    List<String> ips = choice.apply(plan);
    this.moving =
        ips.stream().filter(ip -> Plan.order(plan.nodes(), ip).getFirst().equals(owner)).toList();
    String card = "interfaces: [" + Network.CARD + "]";
    this.lab = new Lab(setup.with(settings -> settings.withService("many", ips, card)));
    try {
      this.announced = new Announced(lab.network().client(), moving);
      lab.startSpeakers();
      lab.awaitJoined();
      Steadiness.await(lab);
      Patience.pause(REPEATS_MILLIS);
    } catch (RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  /** The lab. */
  public Lab lab() {
    return lab;
  }

  /** The owner loses power; measured; it comes back. */
  public Burst powerOff() {
    Speaker speaker = lab.speaker(owner);
    long lost = announced.lost();
    long cause;
    try (Command cable = lab.network().armPorts()) {
      Patience.pause(100);
      cause = cable.fire(Network.cut(owner));
      speaker.end(Posix.SIGKILL);
      cable.finish();
    }
    awaitMoved(cause);
    Burst burst = burst(cause, view(cause), lost);
    lab.network().heal();
    speaker.awaitEnd(EXIT_LIMIT);
    speaker.startAgain();
    calm();
    return burst;
  }

  /** The owner is told to drain; measured; it may own again. */
  public Burst drain() {
    long lost = announced.lost();
    long cause = drain(true);
    awaitMoved(cause);
    Burst burst = burst(cause, null, lost);
    drain(false);
    calm();
    return burst;
  }

  /** From exec to a view of all, of a speaker that owns the fewest, in ms. */
  public double restart() {
    String node = Plan.order(lab.plan().nodes(), lab.plan().ipv4()).getLast();
    lab.speaker(node).end(Posix.SIGKILL);
    lab.speaker(node).awaitEnd(EXIT_LIMIT);
    Patience.pause(1_000);
    lab.speaker(node).startAgain();
    calm();
    Double millis = lab.joinedMillis(node);
    return millis == null ? Double.NaN : millis;
  }

  @Override
  public void close() {
    announced.close();
    lab.close();
  }

  private void awaitMoved(long cause) {
    String mac = Plan.macOf(owner);
    Patience.within(MOVE_LIMIT, () -> announced.movedSince(cause, mac) >= moving.size());
    Patience.pause(REPEATS_MILLIS);
  }

  private void calm() {
    Steadiness.await(lab);
    Patience.pause(REPEATS_MILLIS);
  }

  private Burst burst(long cause, @Nullable Long view, long lostBefore) {
    String mac = Plan.macOf(owner);
    return Burst.of(
        moving.size(), announced.since(cause), cause, mac, view, announced.lost() - lostBefore);
  }

  private long drain(boolean drain) {
    lab.files().configure(owner, lab.files().settings(owner).withDrain(drain));
    return lab.speaker(owner).signal(Posix.SIGHUP);
  }

  /** The latest first view without the owner among the others: each of them has IPs to announce. */
  private @Nullable Long view(long cause) {
    return lab.plan().nodes().stream()
        .filter(node -> !node.equals(owner))
        .map(node -> lab.speaker(node).log().eventsSince(cause))
        .flatMap(
            events ->
                events.stream()
                    .filter(event -> event.installsViewWithout(owner))
                    .map(LogEvent::nanos)
                    .limit(1))
        .max(Long::compare)
        .orElse(null);
  }

  /** The median of the memory of all speakers, in MB. */
  public double residentMegabytes() {
    return Distribution.of(
            lab.plan().nodes().stream()
                .map(node -> lab.speaker(node).residentKib() / 1024.0)
                .toList())
        .median();
  }
}
