package dev.starling.chaos.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.show.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All figures of a soak, as text and as JSON.
 *
 * @param seed of its rounds
 * @param nodes how many
 * @param minutes how long it ran
 * @param outcomes its rounds
 * @param lives of all speakers
 */
public record SoakReport(
    long seed, int nodes, double minutes, List<Outcome> outcomes, List<Life> lives) {
  /** Copies the lists. */
  public SoakReport {
    outcomes = List.copyOf(outcomes);
    lives = List.copyOf(lives);
  }

  /** What is not flat at the end, a line for each life; empty if all is. */
  public List<String> growth() {
    return lives.stream().flatMap(life -> life.growth().stream()).toList();
  }

  /** The table for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Seed %d, %d nodes, %.1f minutes, %d rounds. Milliseconds from the fault to another"
                + " node's first frame:",
            seed,
            nodes,
            minutes,
            outcomes.size()));
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-12s %6s %9s %8s %8s %8s %10s %11s",
            "fault",
            "rounds",
            "takeovers",
            "median",
            "p99",
            "max",
            "lost, most",
            "steady, max"));
    byKind().forEach((kind, of) -> lines.add(line(kind, of)));
    lines.add(aside());
    lines.add(
        String.format(
            Locale.ROOT,
            "%d lives of speakers; the longest of each node:%n  %-4s %8s %23s %13s %9s %9s %9s",
            lives.size(),
            "node",
            "minutes",
            "memory first/last/most",
            "KiB a minute",
            "threads",
            "files",
            "sockets"));
    longest().values().forEach(life -> lines.add(line(life)));
    return lines;
  }

  private static String line(String kind, List<Outcome> of) {
    Distribution takeovers = takeovers(of);
    return String.format(
        Locale.ROOT,
        "  %-12s %6d %9d %8s %8s %8s %10d %9.1f s",
        kind,
        of.size(),
        takeovers.count(),
        text(takeovers.percentile(50)),
        text(takeovers.percentile(99)),
        text(takeovers.max()),
        of.stream().mapToLong(Outcome::lostProbes).max().orElse(0),
        steady(of).most() / 1_000);
  }

  private static String text(@Nullable Double millis) {
    return millis == null ? "-" : String.format(Locale.ROOT, "%.1f", millis);
  }

  private String aside() {
    return String.format(
        Locale.ROOT,
        "Questions that two nodes answered, in planned moves and healing splits: %d; probes lost in"
            + " calm: %d;%nmost log of a speaker in a round: %d bytes.%n"
            + "A speaker's thread that wanted a core waited %.2f ms on average, %.2f in the worst"
            + " round;%nin %d rounds too long for any promise, with %d questions that two nodes"
            + " answered.",
        contested(false),
        outcomes.stream().mapToLong(Outcome::lostInCalm).sum(),
        outcomes.stream().mapToLong(Outcome::logBytes).max().orElse(0),
        coreWaits().median(),
        coreWaits().most(),
        outcomes.stream().filter(Outcome::starved).count(),
        contested(true));
  }

  private static String line(Life life) {
    return String.format(
        Locale.ROOT,
        "  %-4s %8.1f %9.1f/%.1f/%.1f MB %13.1f %5d/%3d %5d/%3d %5d/%3d",
        life.node(),
        life.minutes(),
        life.first().residentKib() / 1024.0,
        life.last().residentKib() / 1024.0,
        life.mostKib() / 1024.0,
        life.slopeKibPerMinute(),
        life.first().threads(),
        life.last().threads(),
        life.first().files(),
        life.last().files(),
        life.first().sockets(),
        life.last().sockets());
  }

  /** The JSON text: times in milliseconds, memory in KiB. */
  public String toJson() {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode();
    root.put("seed", seed).put("nodes", nodes).put("minutes", minutes);
    root.put("rounds", outcomes.size());
    root.put("contestedQuestions", contested(false));
    root.put("starvedRounds", outcomes.stream().filter(Outcome::starved).count());
    root.put("contestedQuestionsInStarvedRounds", contested(true));
    root.put("lostInCalm", outcomes.stream().mapToLong(Outcome::lostInCalm).sum());
    root.put("coreWaitMillisMedian", coreWaits().median());
    root.put("coreWaitMillisMost", coreWaits().most());
    ObjectNode faults = root.putObject("faults");
    byKind().forEach((kind, of) -> put(faults.putObject(kind), of));
    ObjectNode speakers = root.putObject("speakers");
    longest().forEach((node, life) -> put(speakers.putObject(node), life));
    return TextFile.json(root);
  }

  private static void put(ObjectNode object, List<Outcome> of) {
    Distribution takeovers = takeovers(of);
    object
        .put("rounds", of.size())
        .put("takeovers", takeovers.count())
        .put("lostProbesMost", of.stream().mapToLong(Outcome::lostProbes).max().orElse(0))
        .put("steadyMillisMost", steady(of).most())
        .putObject("takeoverMillis")
        .put("p50", takeovers.percentile(50))
        .put("p99", takeovers.percentile(99))
        .put("max", takeovers.max());
  }

  private static void put(ObjectNode object, Life life) {
    object.put("minutes", life.minutes()).put("slopeKibPerMinute", life.slopeKibPerMinute());
    put(object.putObject("first"), life.first());
    put(object.putObject("last"), life.last());
    object.put("mostKib", life.mostKib());
  }

  private static void put(ObjectNode object, Vitals vitals) {
    object
        .put("residentKib", vitals.residentKib())
        .put("threads", vitals.threads())
        .put("files", vitals.files())
        .put("sockets", vitals.sockets());
  }

  private SortedMap<String, List<Outcome>> byKind() {
    SortedMap<String, List<Outcome>> found = new TreeMap<>();
    outcomes.forEach(
        each -> found.computeIfAbsent(each.round().kind(), _ -> new ArrayList<>()).add(each));
    return found;
  }

  private int contested(boolean starved) {
    return outcomes.stream()
        .filter(each -> each.starved() == starved)
        .mapToInt(Outcome::contested)
        .sum();
  }

  private Distribution coreWaits() {
    return Distribution.of(outcomes.stream().map(Outcome::coreWaitMillis).toList());
  }

  private SortedMap<String, Life> longest() {
    SortedMap<String, Life> found = new TreeMap<>();
    for (Life life : lives) {
      found.merge(life.node(), life, (a, b) -> a.minutes() >= b.minutes() ? a : b);
    }
    return found;
  }

  private static Distribution takeovers(List<Outcome> of) {
    return Distribution.of(of.stream().flatMap(each -> each.takeoverMillis().stream()).toList());
  }

  private static Distribution steady(List<Outcome> of) {
    return Distribution.of(of.stream().map(Outcome::steadyMillis).toList());
  }
}
