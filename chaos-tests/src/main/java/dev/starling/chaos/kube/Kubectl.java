package dev.starling.chaos.kube;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** kubectl and kustomize, for one user of one control plane. */
public final class Kubectl {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final ControlPlaneSetup setup;
  private final KubeFolder folder;
  private final Path kubeconfig;

  Kubectl(ControlPlaneSetup setup, KubeFolder folder, Path kubeconfig) {
    this.setup = setup;
    this.folder = folder;
    this.kubeconfig = kubeconfig;
  }

  /** The same for another user. */
  public Kubectl as(Path otherKubeconfig) {
    return new Kubectl(setup, folder, otherKubeconfig);
  }

  /** Runs kubectl and returns what it printed on standard output; throws if it fails. */
  public String run(String... words) {
    return checked(List.of(words), attempt(List.of(words), ""));
  }

  /** Runs kubectl with {@code input} and returns what it printed; throws if it fails. */
  public String run(List<String> words, String input) {
    return checked(words, attempt(words, input));
  }

  /** Makes or changes the objects of a YAML text. */
  public String apply(String yaml) {
    return run(List.of("apply", "-f", "-"), yaml);
  }

  /**
   * Runs kubectl, which may fail. It has no limit for one request but kubectl's own; add {@code
   * --request-timeout} where the server may not answer.
   *
   * @throws LabException only if it does not end within three minutes
   */
  public Outcome attempt(List<String> words, String input) {
    List<String> all = new ArrayList<>(List.of(setup.tools().path("kubectl")));
    all.addAll(words);
    return execute(setup.command(all), input);
  }

  /** The YAML that a folder with a kustomization.yaml stands for. */
  public String kustomize(Path overlay) {
    List<String> words = new ArrayList<>(setup.tools().kustomize());
    words.add(overlay.toAbsolutePath().toString());
    return checked(words, execute(words, ""));
  }

  private Outcome execute(List<String> words, String input) {
    try {
      Path in = Files.createTempFile(folder.path(), "run-", ".in");
      Path out = Files.createTempFile(folder.path(), "run-", ".out");
      Path error = Files.createTempFile(folder.path(), "run-", ".err");
      try {
        // Files and not pipes: a long list fills a pipe, and then neither side goes on.
        Files.writeString(in, input);
        ProcessBuilder builder =
            folder
                .process(words, out)
                .redirectErrorStream(false)
                .redirectInput(in.toFile())
                .redirectError(error.toFile());
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        // kubectl remembers by address what a server offers; another server had this one before.
        builder.environment().put("KUBECACHEDIR", folder.file("cache").toString());
        builder.environment().put("KUBERC", "off");
        Process process = builder.start();
        await(process, words);
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(error));
      } finally {
        Files.deleteIfExists(in);
        Files.deleteIfExists(out);
        Files.deleteIfExists(error);
      }
    } catch (IOException e) {
      throw new LabException("cannot run " + String.join(" ", words), e);
    }
  }

  private static void await(Process process, List<String> words) {
    try {
      if (!process.waitFor(LIMIT)) {
        throw new LabException(
            String.format(
                Locale.ROOT,
                "%s did not end within %d s",
                String.join(" ", words),
                LIMIT.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while waiting for " + words.getFirst());
    } finally {
      process.destroyForcibly();
    }
  }

  private static String checked(List<String> words, Outcome outcome) {
    if (!outcome.isSuccess()) {
      throw new LabException(
          String.format(
              Locale.ROOT,
              "%s: exit code %d: %s",
              String.join(" ", words),
              outcome.exitCode(),
              outcome.error()));
    }
    return outcome.output();
  }
}
