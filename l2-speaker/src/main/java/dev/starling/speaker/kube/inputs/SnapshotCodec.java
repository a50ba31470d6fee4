package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.Snapshot;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as the bytes of a file: a line with the word {@code starling-kube}, the version of the
 * format, the SHA-256 and the length of what follows, then JSON whose objects look like those of
 * the API. Neither the text nor the file is ever held as a whole: there may be no memory for it.
 */
public final class SnapshotCodec {
  /** The largest file. */
  public static final int BYTES_MAX = 32 << 20;

  private static final String WORD = "starling-kube";
  private static final String VERSION = "1";
  private static final int HEADER_BYTES_MAX = 128;
  private static final int HEADER_WORDS = 4;
  private static final int BUFFER_BYTES = 8 << 10;
  private static final JsonFactory FACTORY = Json.factory();

  /** A file, which is read more than once. */
  @FunctionalInterface
  public interface Source {
    /** The bytes of the file from its first one on. */
    InputStream open() throws IOException;
  }

  private SnapshotCodec() {}

  /**
   * Writes a snapshot, unless it takes more than {@link #BYTES_MAX}: then nothing is written, and
   * it returns false.
   *
   * @throws IOException if {@code out} fails
   */
  public static boolean write(Snapshot snapshot, OutputStream out) throws IOException {
    return write(snapshot, out, BYTES_MAX);
  }

  static boolean write(Snapshot snapshot, OutputStream out, int bytesMax) throws IOException {
    Digest digest = new Digest(bytesMax - HEADER_BYTES_MAX);
    try {
      SnapshotWriter.write(FACTORY, snapshot, digest);
    } catch (Digest.TooLongException _) {
      return false;
    }
    String header =
        String.join(" ", WORD, VERSION, digest.hex(), Long.toString(digest.length())) + "\n";
    out.write(header.getBytes(StandardCharsets.US_ASCII));
    SnapshotWriter.write(FACTORY, snapshot, out);
    return true;
  }

  /** The bytes of a snapshot of at most {@link #BYTES_MAX}. */
  static byte[] encode(Snapshot snapshot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (!write(snapshot, bytes)) {
        throw new IllegalArgumentException("more than " + BYTES_MAX + " bytes");
      }
    } catch (IOException e) {
      throw new IllegalStateException("nothing to fail in memory", e);
    }
    return bytes.toByteArray();
  }

  static CacheContent decode(byte[] bytes) {
    try {
      return decode(() -> new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new IllegalStateException("nothing to fail in memory", e);
    }
  }

  /**
   * The snapshot of a file, whatever its bytes are.
   *
   * @throws IOException if they cannot be read
   */
  public static CacheContent decode(Source file) throws IOException {
    String header;
    Digest digest = new Digest(BYTES_MAX);
    try (InputStream in = new BufferedInputStream(file.open(), BUFFER_BYTES)) {
      header = header(in);
      in.transferTo(digest);
    } catch (Digest.TooLongException _) {
      return new CacheContent.Bad(CacheFault.TOO_LARGE);
    }
    CacheFault fault = faultOf(header, digest);
    if (fault != null) {
      return new CacheContent.Bad(fault);
    }
    try (InputStream in = new BufferedInputStream(file.open(), BUFFER_BYTES)) {
      header(in);
      Snapshot snapshot = read(in);
      return snapshot == null
          ? new CacheContent.Bad(CacheFault.CONTENT)
          : new CacheContent.Good(snapshot);
    }
  }

  private static @Nullable CacheFault faultOf(String header, Digest body) {
    String[] words = header.split(" ", -1);
    if (!words[0].equals(WORD) || words.length != HEADER_WORDS) {
      return CacheFault.NO_CACHE;
    }
    if (!words[1].equals(VERSION)) {
      return CacheFault.OTHER_VERSION;
    }
    if (!words[3].equals(Long.toString(body.length()))) {
      return CacheFault.WRONG_LENGTH;
    }
    return words[2].equals(body.hex()) ? null : CacheFault.WRONG_CHECKSUM;
  }

  /** The first line, without its end. */
  private static String header(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    while (next >= 0 && next != '\n' && line.length() < HEADER_BYTES_MAX) {
      line.append((char) next);
      next = in.read();
    }
    return line.toString();
  }

  private static @Nullable Snapshot read(InputStream body) {
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
