package dev.starling.chaos.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Results to try the reports on. */
final class SampleResults {
  private SampleResults() {}

  /** Two products, two faults of three runs each, one of them without a takeover. */
  static Results some() {
    List<Sample> samples = new ArrayList<>();
    samples.add(sample("starling", BenchFault.CUT, 1, 183.0, 37));
    samples.add(sample("starling", BenchFault.CUT, 2, 190.5, 39));
    samples.add(sample("starling", BenchFault.CUT, 3, 181.2, 36));
    samples.add(sample("a<b&c", BenchFault.CUT, 1, 2_310.0, 460));
    samples.add(sample("a<b&c", BenchFault.CUT, 2, null, 2_400));
    samples.add(sample("a<b&c", BenchFault.CUT, 3, 3_100.0, 620));
    samples.add(sample("starling", BenchFault.RETURN, 1, 900.0, 0));
    TreeMap<String, String> versions = new TreeMap<>();
    versions.put("starling", "Starling 1");
    versions.put("a<b&c", "Other 2");
    return new Results(
        "2 cores, Linux 6.1",
        5,
        List.of("starling", "a<b&c"),
        versions,
        samples,
        List.of("a<b&c kill, round 1: it ended by itself"),
        List.of(
            new Cost(
                "starling",
                30,
                List.of(new Cost.PerNode(1, 90, 160, 161), new Cost.PerNode(2, 100, 162, 159)))),
        List.of(new Strain("starling", 5, 4, 0, 60_000, 2)));
  }

  /** Nothing yet. */
  static Results none() {
    return new Results(
        "2 cores, Linux 6.1",
        3,
        List.of("starling"),
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static Sample sample(
      String product, BenchFault fault, int round, @Nullable Double frame, int lost) {
    boolean returns = fault == BenchFault.RETURN;
    return new Sample(
        product,
        fault,
        round,
        frame,
        frame,
        returns ? frame : null,
        new Sample.Span(500, lost, 40),
        returns ? Sample.Span.EMPTY : new Sample.Span(300, 1, 0));
  }
}
