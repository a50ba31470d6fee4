package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.kube.MetalLbObjects;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/** The speakers of a cluster, put there by the words of {@code docs/kubernetes.md}. */
final class Installation {
  /** The namespace of the overlays. */
  static final String NAMESPACE = "starling-system";

  private static final String DAEMONS = "daemonset/starling-speaker";
  private static final String LABEL = "app.kubernetes.io/name=starling";
  private static final String OWN =
      """
      apiVersion: kustomize.config.k8s.io/v1beta1
      kind: Kustomization
      namespace: starling-system
      resources: [../dev]
      configMapGenerator:
        - {name: starling, behavior: merge, files: [starling.yaml]}
      """;

  private final Kubectl kubectl;
  private final Path home;
  private final Path copy;

  /** Installs nothing yet. */
  Installation(ControlPlane plane) {
    this.kubectl = plane.kubectl();
    this.home = plane.setup().tools().home();
    this.copy = plane.newFolder("user");
  }

  /** Applies the overlay {@code dev} with a new key, and what says which IPs are announced. */
  void apply(boolean metalLb) {
    Path overlay = prepare(metalLb);
    try {
      if (metalLb) {
        MetalLbObjects.define(kubectl);
      }
    } catch (IOException e) {
      throw new LabException("cannot read the definitions of MetalLB's kinds", e);
    }
    kubectl.run("apply", "--server-side", "-k", overlay.toString());
    if (metalLb) {
      kubectl.apply(Workload.pools(NAMESPACE));
    }
  }

  /** Waits until a speaker on each node says that it is ready. */
  void awaitRollout() {
    kubectl.run("-n", NAMESPACE, "rollout", "status", DAEMONS, "--timeout=170s");
  }

  /** A new key, by the speaker's own command. */
  String newKey() {
    return Command.run(List.of(home.resolve("bin/starling").toString(), "keygen"));
  }

  /** Replaces the key in the file and the Secret, and returns the moment before the latter. */
  long replaceKey(String key) {
    Path file = copy.resolve("kustomize/overlays/dev/secretkey");
    try {
      Files.writeString(file, key + "\n");
    } catch (IOException e) {
      throw new LabException("cannot write the user's key", e);
    }
    String secret =
        kubectl.run(
            "-n",
            NAMESPACE,
            "create",
            "secret",
            "generic",
            "memberlist",
            "--from-file=secretkey=" + file,
            "--dry-run=client",
            "-o",
            "yaml");
    long nanos = System.nanoTime();
    kubectl.run(List.of("apply", "--server-side", "--force-conflicts", "-f", "-"), secret);
    return nanos;
  }

  /** What the speaker of a node has logged since a moment, in all lives of its Pod's container. */
  List<String> log(String node, Instant since) {
    // kubectl takes whole seconds only.
    String whole = "--since-time=" + Instant.ofEpochSecond(since.getEpochSecond());
    return kubectl
        .run("-n", NAMESPACE, "logs", pod(node), whole)
        .lines()
        .filter(line -> isSince(line, since))
        .toList();
  }

  private String pod(String node) {
    return kubectl.run(
        "-n",
        NAMESPACE,
        "get",
        "pods",
        "--selector=" + LABEL,
        "--field-selector=spec.nodeName=" + node,
        "--output=jsonpath={.items[0].metadata.name}");
  }

  private static boolean isSince(String line, Instant since) {
    try {
      return !Instant.parse(line.split(" ", 2)[0]).isBefore(since);
    } catch (DateTimeParseException e) {
      // What the JVM itself has to say has no time.
      return true;
    }
  }

  private Path prepare(boolean metalLb) {
    Path folder = copy.resolve("kustomize/overlays");
    String source = home.resolve("kustomize").toString();
    Command.run(List.of("cp", "-r", source, copy.toString()));
    try {
      Path key = folder.resolve("dev/secretkey");
      Files.deleteIfExists(key);
      Files.createFile(
          key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(key, Command.run(List.of("openssl", "rand", "-base64", "32")) + "\n");
      if (metalLb) {
        return folder.resolve("dev");
      }
      Path own = Files.createDirectory(folder.resolve("own"));
      Files.writeString(own.resolve("kustomization.yaml"), OWN);
      Files.writeString(own.resolve("starling.yaml"), Workload.settingsWithPool());
      return own;
    } catch (IOException e) {
      throw new LabException("cannot write the user's files", e);
    }
  }
}
