package dev.starling.chaos.nodes;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The files of all speakers of a lab: one folder for each node. At first all have the same
 * settings, and the same key, which is drawn anew for each lab.
 */
public final class SpeakerFiles {
  private static final int SECRET_BYTES = 32;

  private final Path folder;
  private final Plan plan;
  private final String firstKey = newKey();
  private final SortedMap<String, SpeakerSettings> settings = new ConcurrentSkipListMap<>();

  /** Files under {@code folder}, which exists. */
  public SpeakerFiles(Path folder, Plan plan, SpeakerSettings forAll) {
    this.folder = folder;
    this.plan = plan;
    for (String node : plan.nodes()) {
      try {
        Files.createDirectories(scratch(node));
      } catch (IOException e) {
        throw new LabException("cannot make " + scratch(node), e);
      }
      giveKeys(node, List.of(firstKey));
      configure(node, forAll);
    }
  }

  /** A new key, as it stands in a key file. */
  public static String newKey() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return Base64.getEncoder().encodeToString(secret);
  }

  /** The key that every speaker has at first. */
  public String firstKey() {
    return firstKey;
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

  /** The settings that stand in a node's file. */
  public SpeakerSettings settings(String node) {
    SpeakerSettings found = settings.get(node);
    if (found == null) {
      throw new IllegalArgumentException("no node " + node);
    }
    return found;
  }

  /** Writes a node's configuration, in one step for whoever reads it meanwhile. */
  public void configure(String node, SpeakerSettings changed) {
    settings.put(node, changed);
    replace(configuration(node), changed.text(plan, node, key(node).toString()));
  }

  /** Replaces a node's key file, in one step; the first key is the one to send with. */
  public void giveKeys(String node, List<String> keys) {
    replace(key(node), String.join("\n", keys) + "\n");
  }

  /** The keys in a node's key file. */
  public List<String> keys(String node) {
    try {
      return Files.readAllLines(key(node));
    } catch (IOException e) {
      throw new LabException("cannot read " + key(node), e);
    }
  }

  private Path key(String node) {
    return folder.resolve(node).resolve("key");
  }

  private static void replace(Path file, String text) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.deleteIfExists(next);
      Files.createFile(
          next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LabException("cannot write " + file, e);
    }
  }
}
