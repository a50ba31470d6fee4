package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * The files of all speakers of a lab: one folder for each node, and the cluster's key, which is
 * drawn anew for each lab.
 */
public final class SpeakerFiles {
  private final Path folder;
  private final Plan plan;

  /** Files under {@code folder}, which exists. */
  public SpeakerFiles(Path folder, Plan plan) {
    this.folder = folder;
    this.plan = plan;
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    write(key(), Base64.getEncoder().encodeToString(secret) + "\n");
    for (String node : plan.nodes()) {
      writeConfiguration(node, false);
    }
  }

  /** The configuration of a node's speaker. */
  public Path configuration(String node) {
    return folder.resolve(node).resolve("starling.yaml");
  }

  /** What a node's speaker prints, of all its lives. */
  public Path log(String node) {
    return folder.resolve(node).resolve("log");
  }

  /** A folder for whatever a node's speaker needs to unpack. */
  public Path scratch(String node) {
    return folder.resolve(node).resolve("tmp");
  }

  /** Writes a node's configuration, in one step for whoever reads it meanwhile. */
  public void writeConfiguration(String node, boolean drain) {
    try {
      Files.createDirectories(scratch(node));
      Path next = folder.resolve(node).resolve("starling.yaml.next");
      write(next, configurationText(node, drain));
      Files.move(
          next,
          configuration(node),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LabException("cannot write the configuration of " + node, e);
    }
  }

  private String configurationText(String node, boolean drain) {
    String peers =
        plan.nodes().stream()
            .filter(peer -> !peer.equals(node))
            .map(peer -> "  - {name: %s, address: %s}%n".formatted(peer, Plan.ipv4Of(peer)))
            .collect(Collectors.joining());
    return """
        node: %s
        bind: %s
        port: 7946
        cluster: lab
        peers:
        %skeyFile: %s
        services:
          - name: web
            ips: ["%s", "%s"]
            interfaces: [%s]
        witness: ["%s"]
        drain: %s
        """
        .formatted(
            node,
            Plan.ipv4Of(node),
            peers,
            key(),
            plan.ipv4(),
            plan.ipv6(),
            Network.CARD,
            Plan.CLIENT_IPV4,
            drain);
  }

  private Path key() {
    return folder.resolve("key");
  }

  private static void write(Path file, String text) {
    try {
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new LabException("cannot write " + file, e);
    }
  }
}
