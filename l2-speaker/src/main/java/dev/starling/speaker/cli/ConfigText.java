package dev.starling.speaker.cli;

import dev.starling.speaker.config.ConfigFile;
import dev.starling.speaker.config.ConfigResult;
import dev.starling.speaker.config.Settings;
import dev.starling.speaker.config.Surroundings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the files of a speaker from the disk. */
public final class ConfigText {
  /** The largest key file that is read. */
  public static final int MAX_KEY_BYTES = 64 * 1024;

  private static final Path NAMESPACE_FILE =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

  private ConfigText() {}

  /**
   * Reads and checks a settings file.
   *
   * @throws IOException if it cannot be read
   */
  public static ConfigResult read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return ConfigFile.parse(in.readNBytes(Settings.MAX_FILE_BYTES + 1), surroundings());
    }
  }

  /** Where the key of a settings file is: relative paths start at that file's folder. */
  public static Path keyFile(Path configFile, String keyFile) {
    return configFile.toAbsolutePath().resolveSibling(keyFile);
  }

  /**
   * The text of a key file, without white space around it.
   *
   * @throws IOException if it cannot be read, or is larger than {@link #MAX_KEY_BYTES}
   */
  public static String readKey(Path keyFile) throws IOException {
    try (InputStream in = Files.newInputStream(keyFile)) {
      byte[] bytes = in.readNBytes(MAX_KEY_BYTES + 1);
      if (bytes.length > MAX_KEY_BYTES) {
        throw new IOException("larger than " + MAX_KEY_BYTES + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8).strip();
    }
  }

  /** What this process's environment and host say where a file says nothing. */
  public static Surroundings surroundings() {
    String node = System.getenv("STARLING_NODE");
    String namespace = System.getenv("STARLING_NAMESPACE");
    return new Surroundings(
        node == null ? hostName() : node,
        System.getenv("STARLING_BIND"),
        namespace == null ? namespaceOfAccount() : namespace);
  }

  private static @Nullable String namespaceOfAccount() {
    try {
      return Files.readString(NAMESPACE_FILE).strip();
    } catch (IOException e) {
      return null;
    }
  }

  /** This host's name, as the kernel has it; asks no name service. */
  public static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      String variable = System.getenv("HOSTNAME");
      return variable == null ? "" : variable;
    }
  }

  /** Why a file could not be read, in few words. */
  public static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "no such file";
      case AccessDeniedException denied -> "permission denied";
      default -> String.valueOf(e.getMessage());
    };
  }
}
