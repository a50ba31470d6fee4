package dev.starling.membership;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One life of one speaker: a hash of its node's name, and a number drawn anew at each start, so
 * that a restarted speaker is never taken for the one that died.
 */
public record MemberId(long node, long incarnation) implements Comparable<MemberId> {
  /** The life {@code incarnation} of the speaker on the node called {@code nodeName}. */
  public static MemberId of(String nodeName, long incarnation) {
    return new MemberId(hash(nodeName), incarnation);
  }

  /** The 64 bits that stand for a node's name: the first eight bytes of its SHA-256. */
  public static long hash(String nodeName) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(nodeName.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public int compareTo(MemberId other) {
    int byNode = Long.compareUnsigned(node, other.node);
    return byNode != 0 ? byNode : Long.compareUnsigned(incarnation, other.incarnation);
  }

  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits((int) (node >>> 32)) + "-" + hex.toHexDigits((int) (incarnation >>> 32));
  }
}
