package dev.starling.chaos.scale;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.show.TextFile;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/scale}: many service IPs and many speakers, measured. */
@Command(
    name = "bin/scale",
    sortOptions = false,
    description =
        "Many service IPs that move at once, and many speakers; measured on this machine.",
    footer = {"", "Exit code: 0 all measured, 1 the lab failed, 2 wrong options."})
public final class ScaleCommand implements Callable<Integer> {
  private static final int NODES = 5;
  private static final Duration START_LIMIT = Duration.ofMinutes(5);

  @Option(
      names = "--answers",
      defaultValue = "2000",
      paramLabel = "N",
      description = "How many questions of each kind; 0 for none (default: ${DEFAULT-VALUE}).")
  private int answers;

  @Option(
      names = "--ips",
      split = ",",
      defaultValue = "1000",
      paramLabel = "N,...",
      description =
          "How many IPs of one node move at once; 0 for none (default: ${DEFAULT-VALUE}).")
  private List<Integer> ips = new ArrayList<>();

  @Option(
      names = "--configured",
      split = ",",
      defaultValue = "10000",
      paramLabel = "N,...",
      description = "How many IPs in all are configured; 0 for none (default: ${DEFAULT-VALUE}).")
  private List<Integer> configured = new ArrayList<>();

  @Option(
      names = "--nodes",
      split = ",",
      defaultValue = "5,20,50,100",
      paramLabel = "N,...",
      description = "How many speakers; 0 for none (default: ${DEFAULT-VALUE}).")
  private List<Integer> nodes = new ArrayList<>();

  @Option(
      names = "--observers",
      defaultValue = "4",
      paramLabel = "N",
      description = "How many watch each of --nodes (default: ${DEFAULT-VALUE}).")
  private int observers;

  @Option(
      names = "--runs",
      defaultValue = "5",
      paramLabel = "N",
      description = "How often each (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--quiet-seconds",
      defaultValue = "60",
      paramLabel = "N",
      description = "How long speakers are watched at rest (default: ${DEFAULT-VALUE}).")
  private int quietSeconds;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures to this file.")
  private @Nullable Path json;

  private static final int ANSWERS_LIMIT = 16_000;

  private final Path home = Path.of(System.getProperty("starling.home", "")).toAbsolutePath();
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final ScaleReport report = new ScaleReport();
  private final AtomicReference<@Nullable Lab> current = new AtomicReference<>();

  /** Runs the command; the exit code is the process's. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ScaleCommand()).execute(arguments));
  }

  @Override
  public Integer call() {
    boolean fits = nodes.stream().allMatch(n -> n == 0 || (n >= 3 && n <= Plan.NODES_LIMIT));
    if (!fits || runs < 1 || quietSeconds < 1 || answers < 0 || answers > ANSWERS_LIMIT) {
      System.err.println(
          "--nodes is from 3 to 100, --runs from 1, --answers to 16000; see bin/scale --help");
      return 2;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "interrupt"));
    int code = 0;
    try {
      if (answers > 0) {
        out.printf(Locale.ROOT, "%d questions of each kind%n", answers);
        report.add(Answers.measure(LabSetup.of(NODES, home), answers));
      }
      ips.stream().filter(count -> count > 0).forEach(this::move);
      configured.stream().filter(count -> count > 0).forEach(this::configure);
      nodes.stream().filter(count -> count > 0).forEach(this::crowd);
    } catch (LabException e) {
      System.err.println("bin/scale: " + e.getMessage());
      code = 1;
    }
    out.println();
    report.lines().forEach(out::println);
    if (json != null) {
      TextFile.write(json, report.toJson());
    }
    return code;
  }

  private void interrupt() {
    Lab lab = current.get();
    if (lab != null) {
      lab.close();
    }
  }

  private void move(int count) {
    move(count, "to one node", plan -> Ips.ofBothOwners(plan, count));
    move(count, "to four nodes", plan -> Ips.ofFirstOwner(plan, count));
  }

  private void move(int count, String where, Function<Plan, List<String>> choice) {
    out.printf(Locale.ROOT, "%d IPs of one node, %s%n", count, where);
    try (ManyIps many = new ManyIps(LabSetup.of(NODES, home), choice)) {
      current.set(many.lab());
      report.add(new ScaleReport.Moves("power-off, " + where, repeat(many::powerOff)));
      report.add(new ScaleReport.Moves("drain, " + where, repeat(many::drain)));
    }
  }

  private void configure(int count) {
    out.printf(Locale.ROOT, "%d IPs on five nodes%n", count);
    try (ManyIps many = new ManyIps(LabSetup.of(NODES, home), _ -> Ips.any(count))) {
      current.set(many.lab());
      double memory = many.residentMegabytes();
      report.add(new ScaleReport.Load(count, memory, many.restart()));
      String cause = String.format(Locale.ROOT, "power-off of one of 5 with %d", count);
      report.add(new ScaleReport.Moves(cause, repeat(many::powerOff)));
    }
  }

  private void crowd(int count) {
    out.printf(Locale.ROOT, "%d speakers, each watched by %d%n", count, observers);
    LabSetup setup =
        LabSetup.of(count, home)
            .with(each -> each.with("detection", "{observers: " + observers + "}"));
    try (Crowd crowd = new Crowd(setup, START_LIMIT)) {
      current.set(crowd.lab());
      Quiet quiet = Quiet.watch(crowd.lab(), quietSeconds);
      out.println("  " + quiet.story());
      double memory = crowd.residentMegabytes();
      List<Millis> powerOffs = repeat(crowd::powerOff);
      report.add(new ScaleReport.Speakers(count, crowd.joinedSeconds(), memory, quiet, powerOffs));
    }
  }

  private <T> List<T> repeat(Supplier<T> run) {
    List<T> all = new ArrayList<>();
    for (int number = 0; number < runs; number++) {
      T result = run.get();
      out.println("  " + result);
      all.add(result);
    }
    return all;
  }
}
