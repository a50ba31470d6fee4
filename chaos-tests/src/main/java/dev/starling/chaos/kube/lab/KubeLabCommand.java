package dev.starling.chaos.kube.lab;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.observe.Prober;
import dev.starling.chaos.show.Screen;
import dev.starling.chaos.show.TextFile;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/lab --kubernetes}: a whole cluster, a node without power, and a new key. */
@Command(
    name = "bin/lab --kubernetes",
    sortOptions = false,
    description = {
      "Starts a real Kubernetes of three nodes on this machine, installs the speaker's image as a"
          + " user does, and shows with a client that asks every 5 ms: an IP answered, the power"
          + " taken from its owner's node and given back, and the key rotated.",
      "Needs root (it asks for it) and leaves nothing behind."
    },
    footer = {"", "Exit code: 0 all measured, 1 the lab failed, 2 wrong options."})
public final class KubeLabCommand implements Callable<Integer> {
  @Option(names = "--kubernetes", required = true, description = "This lab, and not the small one.")
  private boolean kubernetes;

  @Option(
      names = "--own-pools",
      description = "Without MetalLB's kinds: the addresses are in the speakers' own settings.")
  private boolean ownPools;

  @Option(
      names = "--runs",
      defaultValue = "1",
      paramLabel = "N",
      description = "How often the power and the key (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures to this file.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Leave the cluster up and tell how to look around in it.")
  private boolean keep;

  private final Path home = Path.of(System.getProperty("starling.home", "")).toAbsolutePath();
  private final KubeFigures figures = new KubeFigures();
  private volatile boolean interrupted;

  /** Runs the command; the exit code is the process's. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new KubeLabCommand()).execute(arguments));
  }

  @Override
  public Integer call() {
    if (!kubernetes || runs < 1) {
      System.err.println("--runs is at least 1; see bin/lab --help");
      return 2;
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    boolean colours = System.getenv("NO_COLOR") == null;
    try (Screen screen = new Screen(out, Posix.standardOutputIsTerminal(), colours)) {
      run(screen, new KubeStory(screen));
      return 0;
    } catch (LabException e) {
      if (!interrupted) {
        System.err.println("bin/lab: " + e.getMessage());
      }
      return 1;
    }
  }

  private void run(Screen screen, KubeStory story) {
    KubeLabSetup setup = KubeLabSetup.find(home);
    screen.say(
        String.format(
            Locale.ROOT,
            "Starting a Kubernetes on this machine: %d nodes with containerd, kubelet and"
                + " kube-proxy.",
            KubeLabSetup.NODES));
    long begin = System.nanoTime();
    try (KubeLab lab = KubeLab.start(ownPools ? setup.withoutMetalLb() : setup)) {
      Thread hook = new Thread(() -> interrupt(screen, lab), "interrupt");
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        double cluster = Millis.between(begin, System.nanoTime());
        install(screen, story, lab, cluster);
        for (int run = 1; run <= runs; run++) {
          experiment(screen, story, lab, run);
        }
        if (runs > 1) {
          screen.say(story.medians(figures.medians()));
        }
      } finally {
        remove(hook);
        if (!interrupted) {
          finish(screen, lab);
        }
      }
    }
  }

  private void install(Screen screen, KubeStory story, KubeLab lab, double cluster) {
    long begin = System.nanoTime();
    lab.install();
    KubeFigures.Start start =
        new KubeFigures.Start(cluster, Millis.between(begin, System.nanoTime()));
    figures.add(start);
    screen.say(story.start(start, ownPools));
    lab.deployEcho();
    List<KubeFigures.Assigned> assigned = lab.assign();
    figures.add(assigned);
    screen.say(story.assigned(assigned));
    screen.say(
        "The client asks each of them every %s ms; a capture on its cable shares nothing with the"
                .formatted(Prober.INTERVAL_MILLIS)
            + " speakers.");
  }

  private void experiment(Screen screen, KubeStory story, KubeLab lab, int run) {
    String count = runs == 1 ? "" : String.format(Locale.ROOT, " (%d of %d)", run, runs);
    screen.say(story.title("power", "pulled from " + lab.plan().firstOwner(), count));
    KubeFigures.Outage outage = new PowerCut(lab).run();
    figures.add(outage);
    screen.say(story.outage(outage, lab.balancedIp()));
    screen.say(story.title("key", "replaced in the Secret", count));
    KubeFigures.Rotation rotation = new KeyChange(lab).run();
    figures.add(rotation);
    screen.say(story.rotation(rotation));
  }

  private void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending already, and the hook is at work.
      interrupted = true;
    }
  }

  private void interrupt(Screen screen, KubeLab lab) {
    interrupted = true;
    screen.say("Stopping; removing the cluster.");
    screen.close();
    lab.close();
  }

  /** Also after a failure: what was measured until then is worth as much. */
  private void finish(Screen screen, KubeLab lab) {
    if (json != null && !figures.isEmpty()) {
      TextFile.write(json, figures.toJson());
      screen.say("%nThe figures are in %s.".formatted(json));
    }
    if (keep) {
      screen.say(howToLookAround(lab));
    }
  }

  private static String howToLookAround(KubeLab lab) {
    return """

        The cluster stays up. To look around (as root):
          export KUBECONFIG=%1$s
          %2$s get pods -A -o wide
          ip netns exec %3$s bin/starling status
          ip netns exec %4$s tcpdump -ni eth0 'arp or icmp6 or host %5$s'
        To remove it (or bin/lab --down):
          %6$s"""
        .formatted(
            lab.cluster().plane().kubeconfig(),
            "ip netns exec %s %s"
                .formatted(
                    lab.cluster().network().node("control").name(),
                    lab.cluster().plane().setup().tools().path("kubectl")),
            lab.cluster().network().node("n1").name(),
            lab.cluster().network().client().name(),
            lab.plan().ipv4(),
            lab.keep());
  }
}
