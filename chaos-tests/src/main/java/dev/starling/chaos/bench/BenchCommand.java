package dev.starling.chaos.bench;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.show.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/bench}: Starling beside other products, in the same network with the same faults. */
@Command(
    name = "bin/bench",
    sortOptions = false,
    description = {
      "Gives several products the same faults in the same network, in alternation, and tells how"
          + " long a client had to wait.",
      "Needs root (it asks for it) and leaves nothing behind."
    },
    footer = {"", "Exit code: 0 all measured, 1 the bench failed, 2 wrong options."})
public final class BenchCommand implements Callable<Integer> {
  private static final double LONGEST_LOAD_MINUTES = 60;

  @Option(
      names = "--runs",
      defaultValue = "30",
      paramLabel = "N",
      description = "How often each fault with each product (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--product",
      paramLabel = "NAME",
      description =
          "A file of bench/products, without its ending. Repeatable (default: those that need"
              + " only their nodes).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--fault",
      paramLabel = "NAME",
      description =
          "kill, poweroff, cut, freeze, oneway, sigterm or return. Repeatable (default: each).")
  private List<BenchFault> faults = new ArrayList<>();

  @Option(
      names = "--nodes",
      defaultValue = "5",
      paramLabel = "3..9",
      description = "On how many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--load-minutes",
      defaultValue = "5",
      paramLabel = "M",
      description =
          "How long at full load, 60 at most; 0 leaves it out (default: ${DEFAULT-VALUE}).")
  private double loadMinutes;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures to this file, after each round those that there are.")
  private @Nullable Path json;

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw the figures into this file.")
  private @Nullable Path svg;

  @Option(
      names = "--logs",
      paramLabel = "FOLDER",
      description = "Keep what the products print, a file for each network and node.")
  private @Nullable Path logs;

  private final Path home = Path.of(System.getProperty("starling.home", "")).toAbsolutePath();
  private volatile boolean interrupted;

  /** Runs the command; the exit code is the process's. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new BenchCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() {
    if (runs < 0 || nodes < 3 || nodes > 9) {
      System.err.println("--nodes is from 3 to 9 and --runs at least 0; see bin/bench --help");
      return 2;
    }
    if (loadMinutes < 0 || loadMinutes > LONGEST_LOAD_MINUTES) {
      System.err.println("--load-minutes is from 0 to 60; see bin/bench --help");
      return 2;
    }
    try {
      List<Product> products =
          names.isEmpty()
              ? Product.usual(home)
              : names.stream().distinct().map(name -> Product.of(home, name)).toList();
      run(products);
      return 0;
    } catch (LabException e) {
      if (!interrupted) {
        System.err.println("bin/bench: " + e.getMessage());
      }
      return 1;
    }
  }

  private void run(List<Product> products) {
    Set<BenchFault> wanted =
        faults.isEmpty() ? EnumSet.allOf(BenchFault.class) : EnumSet.copyOf(faults);
    try (Bench bench = new Bench(home, nodes, products, BenchCommand::say)) {
      Thread hook = new Thread(() -> interrupt(bench), "interrupt");
      Runtime.getRuntime().addShutdownHook(hook);
      if (logs != null) {
        bench.keepLogs(make(logs));
      }
      try {
        long start = System.nanoTime();
        for (int round = 1; round <= runs; round++) {
          bench.round(round, wanted);
          save(bench.results());
          tellTime(round, (System.nanoTime() - start) / 1e9);
        }
        bench.quietThenFullLoad(loadMinutes);
      } finally {
        remove(hook);
        if (!interrupted) {
          finish(bench);
        }
      }
    }
  }

  private static void say(String line) {
    System.out.println(line);
  }

  private void tellTime(int round, double seconds) {
    System.out.printf(
        Locale.ROOT,
        "     %d of %d rounds in %.0f s; the others need about %.0f s%n",
        round,
        runs,
        seconds,
        seconds / round * (runs - round));
  }

  private void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending already, and the hook is at work.
      interrupted = true;
    }
  }

  private void interrupt(Bench bench) {
    interrupted = true;
    bench.stop();
    System.out.println("Stopping; what was measured until now:");
    try {
      finish(bench);
      bench.close();
    } catch (LabException e) {
      System.err.println("bin/bench: " + e.getMessage());
    }
  }

  private void finish(Bench bench) {
    Results results = bench.results();
    System.out.println();
    ResultsText.lines(results).forEach(System.out::println);
    save(results);
  }

  private void save(Results results) {
    if (json != null) {
      TextFile.write(json, ResultsJson.of(results));
    }
    if (svg != null) {
      TextFile.write(svg, ResultsSvg.of(results));
    }
  }

  private static Path make(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new LabException("cannot make " + folder, e);
    }
  }
}
