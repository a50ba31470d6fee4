package dev.starling.speaker.file;

import dev.starling.speaker.cli.ConfigText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One file that may change. A file that is replaced, by a rename or through a symbolic link, counts
 * at once; one that is written in place counts when two looks in a row have found the same, as a
 * look may come while it is half written.
 */
final class WatchedFile {
  /** A younger file may change again without another time of change. */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private final Path path;
  private final int bytesMax;
  private final InstantSource clock;
  private @Nullable Stamp read;
  private @Nullable String accepted;
  private @Nullable Object acceptedFile;
  private @Nullable String pending;

  private record Stamp(FileTime modified, long size, @Nullable Object file) {}

  /** What a look has found. */
  sealed interface Content {
    /** The bytes; one more than the limit where the file is too long. */
    final class Bytes implements Content {
      private final byte[] bytes;

      private Bytes(byte[] bytes) {
        this.bytes = bytes;
      }

      byte[] bytes() {
        return bytes;
      }
    }

    /** Why there are none, in few words. */
    record Unreadable(String why) implements Content {}
  }

  WatchedFile(Path path, int bytesMax, InstantSource clock) {
    this.path = path;
    this.bytesMax = bytesMax;
    this.clock = clock;
  }

  Path path() {
    return path;
  }

  /**
   * Looks for a change.
   *
   * @param force takes what is there at once
   * @return the content that counts from now on, or null if that is still the last one
   */
  @Nullable Content look(boolean force) {
    Stamp stamp = stamp();
    boolean same = stamp != null && stamp.equals(read) && isSettled(stamp);
    if (!force && same && pending == null) {
      return null;
    }
    read = stamp;
    Content content = read();
    String digest = digest(content);
    if (digest.equals(accepted)) {
      pending = null;
      acceptedFile = stamp == null ? null : stamp.file;
      return null;
    }
    Object file = stamp == null ? null : stamp.file;
    boolean replaced = file != null && acceptedFile != null && !file.equals(acceptedFile);
    if (!force && accepted != null && !replaced && !digest.equals(pending)) {
      pending = digest;
      return null;
    }
    accepted = digest;
    acceptedFile = file;
    pending = null;
    return content;
  }

  private boolean isSettled(Stamp stamp) {
    Instant modified = stamp.modified.toInstant();
    return Duration.between(modified, clock.instant()).abs().compareTo(SETTLED) > 0;
  }

  private @Nullable Stamp stamp() {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    } catch (IOException e) {
      return null;
    }
  }

  private Content read() {
    try (InputStream in = Files.newInputStream(path)) {
      return new Content.Bytes(in.readNBytes(bytesMax + 1));
    } catch (IOException e) {
      return new Content.Unreadable(ConfigText.reason(e));
    }
  }

  private static String digest(Content content) {
    return switch (content) {
      case Content.Unreadable(String why) -> "unreadable: " + why;
      case Content.Bytes found -> sha256(found.bytes());
    };
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return Objects.toString(path);
  }
}
