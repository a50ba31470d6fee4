package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.show.TextFile;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/soak}: failures at random from a seed, and what must hold all the time. */
@Command(
    name = "bin/soak",
    sortOptions = false,
    description = "Real speakers, failures at random from a seed, invariants all the time.",
    footer = {"", "Exit code: 0 all held, 1 something did not or the lab failed, 2 wrong options."})
public final class SoakCommand implements Callable<Integer> {
  private static final int MINUTES_LIMIT = 10_000;

  @Option(
      names = "--minutes",
      defaultValue = "60",
      paramLabel = "N",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--nodes",
      defaultValue = "5",
      paramLabel = "3..9",
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed gives the same failures (default: a new one each time).")
  private @Nullable Long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures to this file.")
  private @Nullable Path json;

  @Option(
      names = "--evidence",
      paramLabel = "FOLDER",
      description = "Where to save the logs if something is wrong (default: target/soak).")
  private @Nullable Path evidence;

  private final Path home = Path.of(System.getProperty("starling.home", "")).toAbsolutePath();
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /** Runs the command; the exit code is the process's. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SoakCommand()).execute(arguments));
  }

  @Override
  public Integer call() {
    if (nodes < 3 || nodes > 9 || minutes < 1 || minutes > MINUTES_LIMIT) {
      System.err.println("--nodes is from 3 to 9 and --minutes from 1; see bin/soak --help");
      return 2;
    }
    long drawn = seed == null ? System.currentTimeMillis() % 1_000_000 : seed;
    out.printf(Locale.ROOT, "bin/soak --minutes %d --nodes %d --seed %d%n", minutes, nodes, drawn);
    try (Lab lab = new Lab(LabSetup.of(nodes, home).withObserver())) {
      Thread hook = new Thread(lab::close, "interrupt");
      Runtime.getRuntime().addShutdownHook(hook);
      lab.startSpeakers();
      lab.awaitJoined();
      Steadiness.await(lab);
      int code = run(lab, drawn);
      Runtime.getRuntime().removeShutdownHook(hook);
      return code;
    } catch (LabException e) {
      System.err.println("bin/soak: " + e.getMessage());
      return 1;
    }
  }

  private int run(Lab lab, long drawn) {
    Soak soak = new Soak(lab, drawn, out::println);
    int code = 0;
    try {
      soak.run(Duration.ofMinutes(minutes));
    } catch (Violation e) {
      code = 1;
      String story =
          String.format(
              Locale.ROOT,
              "Violated with seed %d in %s:%n%s",
              drawn,
              soak.moment(),
              e.getMessage());
      Path folder = evidence == null ? home.resolve("target/soak") : evidence;
      Path saved = folder.resolve("seed-" + drawn);
      Evidence.save(lab, saved, story);
      out.printf("%n%s%n%s%n%nThe logs are in %s.%n", story, Steadiness.describe(lab), saved);
    }
    SoakReport report =
        new SoakReport(drawn, nodes, soak.minutes(), soak.outcomes(), Life.of(soak.vitals()));
    out.println();
    report.lines().forEach(out::println);
    for (String growth : report.growth()) {
      code = 1;
      out.println("Violated: " + growth);
    }
    out.println(code == 0 ? "All held." : "Not all held.");
    if (json != null) {
      TextFile.write(json, report.toJson());
    }
    return code;
  }
}
