package dev.starling.chaos;

import dev.starling.chaos.measure.Failover;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.measure.Report;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.observe.Prober;
import dev.starling.chaos.show.Panel;
import dev.starling.chaos.show.Screen;
import dev.starling.chaos.show.Summary;
import dev.starling.chaos.show.TextFile;
import dev.starling.chaos.show.Timeline;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/lab}: builds a lab, breaks things in it, and tells what the client noticed. */
@Command(
    name = "bin/lab",
    sortOptions = false,
    description = {
      "Builds a small network on this machine, with a real speaker on each node and a client that"
          + " asks both service IPs every 5 ms; then breaks things and tells how long the client"
          + " had to wait.",
      "Needs root (it asks for it) and leaves nothing behind."
    },
    footer = {
      "",
      "Also: bin/lab --down removes a lab that was kept, and whatever a killed one left.",
      "Exit code: 0 all measured, 1 the lab failed, 2 wrong options."
    })
public final class LabCommand implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 16;

  @Option(
      names = "--nodes",
      defaultValue = "5",
      paramLabel = "3..9",
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description =
          "What to do to the owner: kill, freeze, cut, oneway, drain, split, restart or none"
              + " (nothing happens: the control). Repeatable (default: one of each).")
  private List<Fault> faults = new ArrayList<>();

  @Option(
      names = "--runs",
      defaultValue = "1",
      paramLabel = "N",
      description = "How often each fault (default: ${DEFAULT-VALUE}); medians at the end.")
  private int runs;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures to this file.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Leave the cluster up and tell how to look around in it.")
  private boolean keep;

  @Option(
      names = "--speaker",
      paramLabel = "PROGRAM",
      description = "The speaker to measure (default: bin/starling of this folder).")
  private @Nullable Path speaker;

  private final Path home = Path.of(System.getProperty("starling.home", "")).toAbsolutePath();
  private final List<Report.Start> starts = new ArrayList<>();
  private final List<Failover> results = new ArrayList<>();
  private volatile boolean interrupted;

  /** Runs the command; the exit code is the process's. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new LabCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() {
    // Buffered and flushed by the screen: a panel that comes in one write does not flicker.
    OutputStream buffer =
        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES);
    PrintStream out = new PrintStream(buffer, false, StandardCharsets.UTF_8);
    boolean terminal = Posix.standardOutputIsTerminal();
    if (nodes < 3 || nodes > 9 || runs < 1) {
      System.err.println("--nodes is from 3 to 9 and --runs at least 1; see bin/lab --help");
      return 2;
    }
    if (faults.isEmpty()) {
      faults = List.of(Fault.values());
    }
    try (Screen screen = new Screen(out, terminal, System.getenv("NO_COLOR") == null)) {
      run(screen);
      return 0;
    } catch (LabException e) {
      if (!interrupted) {
        System.err.println("bin/lab: " + e.getMessage());
      }
      return 1;
    } finally {
      out.flush();
    }
  }

  private void run(Screen screen) {
    Path program = speaker == null ? home.resolve("bin/starling") : speaker.toAbsolutePath();
    screen.say(
        String.format(
                Locale.ROOT,
                "Building a network on this machine: %d nodes and a client on one switch.%n",
                nodes)
            .stripTrailing());
    try (Lab lab = new Lab(LabSetup.of(nodes, home).withLauncher(program))) {
      Thread hook = new Thread(() -> interrupt(screen, lab), "interrupt");
      Runtime.getRuntime().addShutdownHook(hook);
      screen.panel(new Panel(screen, lab)::lines);
      try {
        start(screen, lab);
        for (int run = 1; run <= runs; run++) {
          for (Fault fault : faults) {
            experiment(screen, lab, fault, run);
          }
        }
      } finally {
        screen.panel(List::of);
        remove(hook);
        if (!interrupted) {
          finish(screen, lab);
        }
      }
    }
  }

  private void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending already, and the hook is at work.
      interrupted = true;
    }
  }

  private void interrupt(Screen screen, Lab lab) {
    interrupted = true;
    screen.panel(List::of);
    screen.say("Stopping; removing the lab.");
    screen.close();
    lab.close();
  }

  private void start(Screen screen, Lab lab) {
    lab.startSpeakers();
    lab.awaitJoined();
    Steadiness.await(lab);
    starts.addAll(lab.starts());
    screen.say(screen.bold("%nThe speakers are up; all were started at once.".formatted()));
    screen.say(screen.dim("  node   exec to a view of all   memory"));
    for (Report.Start start : starts) {
      screen.say(
          String.format(
              Locale.ROOT,
              "  %-5s %17s ms %8d MB",
              start.node(),
              start.joinedMillis(),
              start.residentKib() / 1024));
    }
    screen.say(
        "%n%s owns the service IPs %s and %s. The client asks each of them every %s ms;"
            .formatted(
                screen.bold(lab.plan().firstOwner()),
                lab.plan().ipv4(),
                lab.plan().ipv6(),
                Prober.INTERVAL_MILLIS));
    screen.say("its cable is watched by a capture that shares nothing with the speakers.");
  }

  private void experiment(Screen screen, Lab lab, Fault fault, int run) {
    String count = runs == 1 ? "" : String.format(Locale.ROOT, " (%d of %d)", run, runs);
    screen.say("%n%s%s: %s".formatted(screen.bold(fault.word()), count, fault.story()));
    List<Failover> both = new Experiment(lab, fault).run();
    results.addAll(both);
    screen.say(String.join("\n", new Timeline(screen, both.getFirst(), both.getLast()).lines()));
  }

  /** Also after a failure: what was measured until then is worth as much. */
  private void finish(Screen screen, Lab lab) {
    Report report = new Report(nodes, Prober.INTERVAL_MILLIS, starts, results);
    if (!results.isEmpty()) {
      summarise(screen, report);
    }
    if (keep) {
      lab.keep();
      screen.say(howToLookAround(lab));
    }
  }

  private void summarise(Screen screen, Report report) {
    String title =
        runs > 1
            ? String.format(
                Locale.ROOT, "%nMedians of %d runs, in milliseconds after the fault", runs)
            : "\nAll at a glance, in milliseconds after the fault";
    screen.say(screen.bold(title));
    screen.say(String.join("\n", Summary.lines(screen, report)));
    if (json != null) {
      TextFile.write(json, report.toJson());
      screen.say("%nThe figures are in %s.".formatted(json));
    }
  }

  private String howToLookAround(Lab lab) {
    String node = lab.network().node("n1").name();
    String client = lab.network().client().name();
    return """

        The cluster stays up. To look around (as root):
          ip netns exec %1$s bin/starling status
          ip netns exec %2$s ping %3$s
          ip netns exec %2$s tcpdump -ni eth0 'arp or icmp6'
          tail -f %4$s
        To remove it:
          bin/lab --down"""
        .formatted(node, client, lab.plan().ipv4(), lab.files().log("n1"));
  }
}
