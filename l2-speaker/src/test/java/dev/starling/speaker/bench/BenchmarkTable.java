package dev.starling.speaker.bench;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks as a speaker runs, and prints what each operation costs. */
public final class BenchmarkTable {
  /** As {@code bin/starling} gives them, with room for the prepared input. */
  private static final List<String> SPEAKER_OPTIONS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-XX:TieredStopAtLevel=1",
          "-Xss256k",
          "--sun-misc-unsafe-memory-access=allow", // JMH's own way to see fields
          "-Xmx256m");

  private static final int ITERATIONS = 3;
  private static final String ROW = "%-34s %10s %14s %12s %14s%n";

  private BenchmarkTable() {}

  /** Runs those whose names contain one of {@code arguments}, or all. */
  public static void main(String[] arguments) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(ITERATIONS)
            .measurementTime(TimeValue.seconds(1))
            .jvmArgs(SPEAKER_OPTIONS.toArray(String[]::new))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    for (String part : arguments) {
      options.include(part);
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    System.out.printf(Locale.ROOT, ROW, "OPERATION", "OF", "ns/op", "± ns", "B/op");
    results.stream()
        .sorted(Comparator.comparing(result -> result.getParams().id()))
        .forEach(BenchmarkTable::print);
  }

  private static void print(RunResult run) {
    String name = run.getParams().getBenchmark();
    String operation = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
    String of =
        run.getParams().getParamsKeys().stream()
            .map(key -> run.getParams().getParam(key) + " " + key)
            .findFirst()
            .orElse("");
    Result<?> time = run.getPrimaryResult();
    System.out.printf(
        Locale.ROOT,
        ROW,
        operation.replace("Benchmark", ""),
        of,
        number(time.getScore()),
        number(time.getScoreError()),
        number(bytes(run)));
  }

  private static double bytes(RunResult run) {
    var more = run.getSecondaryResults();
    Result<?> counted = more.get("stepBytes");
    Result<?> steps = more.get("steps");
    if (counted != null && steps != null) {
      return counted.getScore() / steps.getScore();
    }
    Result<?> profiled = more.get("gc.alloc.rate.norm");
    return profiled == null ? Double.NaN : profiled.getScore();
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "?" : String.format(Locale.ROOT, "%,.0f", value);
  }
}
