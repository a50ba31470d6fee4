package dev.starling.chaos.kube.lab;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.nodes.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The Secret gets a new key while the client asks. */
public final class KeyChange {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long AFTERMATH_MILLIS = 1_000;
  private static final Pattern VIEW = Pattern.compile("^\\S+ [A-Z]+ view ");

  private final KubeLab lab;

  /** Prepares it for a steady lab. */
  public KeyChange(KubeLab lab) {
    this.lab = lab;
  }

  /** Runs it; the lab is steady before and after. */
  public KubeFigures.Rotation run() {
    lab.awaitSteadyAnew();
    String old = newest(lab.plan().firstOwner()).map(NodeStatus.Key::id).orElse("");
    String key = lab.installation().newKey();
    Instant before = Instant.now();
    long since = lab.installation().replaceKey(key);
    long written = System.nanoTime();
    Patience.await("all speakers hold the new key", LIMIT, () -> allHold(old), lab::describe);
    double millis = Millis.between(since, System.nanoTime());
    String id =
        newest(lab.plan().firstOwner())
            .map(NodeStatus.Key::id)
            .orElseThrow(() -> new LabException("a speaker is gone"));
    Patience.pause(AFTERMATH_MILLIS);
    lab.awaitSteady();
    long end = System.nanoTime() - 100_000_000L;
    return new KubeFigures.Rotation(
        old, id, millis, Millis.between(since, written), views(before), lost(since, end));
  }

  private boolean allHold(String old) {
    List<NodeStatus.Key> keys =
        lab.plan().nodes().stream().map(this::newest).flatMap(Optional::stream).toList();
    return keys.size() == lab.plan().nodes().size()
        && keys.stream().map(NodeStatus.Key::id).distinct().count() == 1
        && keys.stream().allMatch(key -> key.heldByAll() && !key.id().equals(old));
  }

  private Optional<NodeStatus.Key> newest(String node) {
    return lab.status(node).map(NodeStatus::newestKey);
  }

  private int views(Instant since) {
    return (int)
        lab.plan().nodes().stream()
            .flatMap(node -> lab.installation().log(node, since).stream())
            .filter(line -> VIEW.matcher(line).find())
            .count();
  }

  private List<Integer> lost(long from, long to) {
    return lab.plan().serviceIps().stream()
        .map(ip -> lab.observed(ip, from, "").lost(from, to))
        .toList();
  }
}
