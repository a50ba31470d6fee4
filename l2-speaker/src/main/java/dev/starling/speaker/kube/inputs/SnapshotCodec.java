package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as the bytes of a file: a line with the word {@code starling-kube}, the version of the
 * format, the SHA-256 and the length of what follows, then JSON whose objects look like those of
 * the API.
 */
public final class SnapshotCodec {
  /** The largest file. */
  public static final int BYTES_MAX = 32 << 20;

  private static final String WORD = "starling-kube";
  private static final String VERSION = "1";
  private static final int HEADER_BYTES_MAX = 128;
  private static final int HEADER_WORDS = 4;
  private static final JsonFactory FACTORY = Json.factory();

  private SnapshotCodec() {}

  /** The bytes of a snapshot; may be more than {@link #BYTES_MAX}. */
  public static byte[] encode(Snapshot snapshot) {
    byte[] body = SnapshotWriter.write(FACTORY, snapshot);
    byte[] header = header(body).getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(header, header.length + body.length);
    System.arraycopy(body, 0, all, header.length, body.length);
    return all;
  }

  /** The snapshot of the bytes of a file. Never throws. */
  public static CacheContent decode(byte[] bytes) {
    if (bytes.length > BYTES_MAX) {
      return new CacheContent.Bad(CacheFault.TOO_LARGE);
    }
    int end = 0;
    while (end < bytes.length && end < HEADER_BYTES_MAX && bytes[end] != '\n') {
      end++;
    }
    String header = new String(bytes, 0, end, StandardCharsets.US_ASCII);
    String[] words = header.split(" ", -1);
    if (!words[0].equals(WORD) || words.length != HEADER_WORDS) {
      return new CacheContent.Bad(CacheFault.NO_CACHE);
    }
    if (!words[1].equals(VERSION)) {
      return new CacheContent.Bad(CacheFault.OTHER_VERSION);
    }
    byte[] body = Arrays.copyOfRange(bytes, Math.min(end + 1, bytes.length), bytes.length);
    if (!words[3].equals(Integer.toString(body.length))) {
      return new CacheContent.Bad(CacheFault.WRONG_LENGTH);
    }
    if (!words[2].equals(checksum(body))) {
      return new CacheContent.Bad(CacheFault.WRONG_CHECKSUM);
    }
    Snapshot snapshot = read(body);
    return snapshot == null
        ? new CacheContent.Bad(CacheFault.CONTENT)
        : new CacheContent.Good(snapshot);
  }

  private static String header(byte[] body) {
    return String.join(" ", WORD, VERSION, checksum(body), Integer.toString(body.length)) + "\n";
  }

  private static String checksum(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static @Nullable Snapshot read(byte[] body) {
    try (JsonParser json = FACTORY.createParser(body)) {
      json.nextToken();
      SnapshotReader parts = new SnapshotReader();
      Json.object(json, parts::field);
      return parts.snapshot();
    } catch (IOException _) {
      return null;
    }
  }
}
