package dev.starling.speaker.kube.inputs;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Takes the SHA-256 and the length of what is written to it, up to a limit. */
final class Digest extends OutputStream {
  private final MessageDigest sha;
  private final long lengthMax;
  private long length;

  /** What was written is longer than the limit. */
  static final class TooLongException extends IOException {
    TooLongException(long lengthMax) {
      super("more than " + lengthMax + " bytes");
    }
  }

  Digest(long lengthMax) {
    this.lengthMax = lengthMax;
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public void write(int one) throws IOException {
    count(1);
    sha.update((byte) one);
  }

  @Override
  public void write(byte[] from, int offset, int count) throws IOException {
    count(count);
    sha.update(from, offset, count);
  }

  private void count(int more) throws TooLongException {
    length += more;
    if (length > lengthMax) {
      throw new TooLongException(lengthMax);
    }
  }

  long length() {
    return length;
  }

  /** The checksum. Call once, at the end. */
  String hex() {
    return HexFormat.of().formatHex(sha.digest());
  }
}
