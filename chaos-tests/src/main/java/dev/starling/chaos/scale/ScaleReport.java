package dev.starling.chaos.scale;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.show.TextFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The figures of scale, as text and as JSON; filled one by one. Not for several threads. */
final class ScaleReport {
  /**
   * Moves of one kind.
   *
   * @param cause of the moves, in words
   * @param bursts one for each run
   */
  record Moves(String cause, List<Burst> bursts) {
    Moves {
      bursts = List.copyOf(bursts);
    }
  }

  /**
   * Many service IPs at rest.
   *
   * @param ips how many are configured
   * @param residentMegabytes of a speaker, the median
   * @param joinedMillis from exec to a view of all, of one speaker
   */
  record Load(int ips, double residentMegabytes, double joinedMillis) {}

  /**
   * Many speakers.
   *
   * @param nodes how many
   * @param joinedSeconds from the first start to a view of all at all
   * @param residentMegabytes of a speaker, the median
   * @param quiet while nothing happens
   * @param powerOffs what the owner's end looked like, one for each run
   */
  record Speakers(
      int nodes,
      double joinedSeconds,
      double residentMegabytes,
      Quiet quiet,
      List<Millis> powerOffs) {
    Speakers {
      powerOffs = List.copyOf(powerOffs);
    }
  }

  private final List<Answers> answers = new ArrayList<>();
  private final List<Moves> moves = new ArrayList<>();
  private final List<Load> loads = new ArrayList<>();
  private final List<Speakers> speakers = new ArrayList<>();

  void add(Answers each) {
    answers.add(each);
  }

  void add(Moves each) {
    moves.add(each);
  }

  void add(Load each) {
    loads.add(each);
  }

  void add(Speakers each) {
    speakers.add(each);
  }

  /** The table for people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    answers.forEach(each -> lines.addAll(each.lines()));
    if (!moves.isEmpty()) {
      lines.add("Service IPs of one node that move at once; medians, ms after the cause:");
      lines.add(
          "  cause                              IPs   moved    view   first    half    last"
              + "  view to last  worst  frames/s at peak");
      moves.forEach(each -> lines.add(line(each)));
    }
    if (!loads.isEmpty()) {
      lines.add("Service IPs configured on five nodes:");
      lines.add("     IPs   memory of a speaker   exec to a view of all");
      for (Load load : loads) {
        lines.add(
            String.format(
                Locale.ROOT,
                "  %6d %18.1f MB %19.0f ms",
                load.ips(),
                load.residentMegabytes(),
                load.joinedMillis()));
      }
    }
    if (!speakers.isEmpty()) {
      lines.add("Speakers, one JVM each; the owner loses power; medians (worst), ms:");
      lines.add(
          "  nodes  joined   memory  CPU each  machine  frames/s each  suspicions"
              + "         suspected              view       first frame");
      speakers.forEach(each -> lines.add(line(each)));
    }
    return lines;
  }

  private static String line(Moves each) {
    List<Burst> bursts = each.bursts();
    return String.format(
        Locale.ROOT,
        "  %-32s %5d %7d %7.1f %7.1f %7.1f %7.1f %13.1f %6.1f %17d",
        each.cause(),
        bursts.getFirst().ips(),
        bursts.stream().mapToInt(Burst::moved).min().orElse(0),
        zero(Millis.median(bursts.stream().map(Burst::view))),
        zero(Millis.median(bursts.stream().map(Burst::first))),
        zero(Millis.median(bursts.stream().map(Burst::half))),
        zero(Millis.median(bursts.stream().map(Burst::last))),
        zero(Millis.median(bursts.stream().map(Burst::spread))),
        bursts.stream().mapToDouble(Burst::spread).max().orElse(0),
        bursts.stream().mapToInt(Burst::peak).max().orElse(0));
  }

  private static String line(Speakers each) {
    return String.format(
        Locale.ROOT,
        "  %5d %5.1f s %5.1f MB %7.2f %% %6.0f %% %14.0f %11d %17s %17s %17s",
        each.nodes(),
        each.joinedSeconds(),
        each.residentMegabytes(),
        each.quiet().cpuPercent(),
        each.quiet().machinePercent(),
        each.quiet().framesPerSecond(),
        each.quiet().suspicions(),
        spread(each, Millis::suspected),
        spread(each, Millis::view),
        spread(each, Millis::firstFrame));
  }

  private static String spread(Speakers each, Function<Millis, @Nullable Double> phase) {
    List<Double> figures = new ArrayList<>();
    for (Millis millis : each.powerOffs()) {
      Double figure = phase.apply(millis);
      if (figure != null) {
        figures.add(figure);
      }
    }
    Distribution all = Distribution.of(figures);
    return String.format(Locale.ROOT, "%.0f (%.0f)", all.median(), all.most());
  }

  /** Microseconds; not each of thousands of them. */
  private static Map<String, Map<String, @Nullable Double>> figures(Answers of) {
    return new TreeMap<>(
        Map.of(
            "arp", figures(of.arp()),
            "kernelArp", figures(of.kernelArp()),
            "ndp", figures(of.ndp()),
            "kernelNdp", figures(of.kernelNdp())));
  }

  private static Map<String, @Nullable Double> figures(Distribution of) {
    Map<String, @Nullable Double> figures = new TreeMap<>();
    for (int percent : new int[] {50, 90, 99, 100}) {
      figures.put("p" + percent, of.percentile(percent));
    }
    return figures;
  }

  private static double zero(@Nullable Double figure) {
    return figure == null ? 0 : figure;
  }

  /** The JSON text: times in milliseconds, memory in MB of 1,048,576 bytes. */
  String toJson() {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode();
    root.set("answers", mapper.valueToTree(answers.stream().map(ScaleReport::figures).toList()));
    root.set("moves", mapper.valueToTree(moves));
    root.set("loads", mapper.valueToTree(loads));
    root.set("speakers", mapper.valueToTree(speakers));
    return TextFile.json(root);
  }
}
