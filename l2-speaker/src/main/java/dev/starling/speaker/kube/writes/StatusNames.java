package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * How the status object for a Service and a node is called. No two nodes have one object, so that
 * no speaker ever changes what another has written, and whoever knows the labels knows the name.
 */
public final class StatusNames {
  /** The longest value that a label may have. */
  static final int LABEL_LENGTH_MAX = 63;

  private static final int SHORTENED_DIGITS = 10;
  private static final int NAME_DIGITS = 20;

  private StatusNames() {}

  /** The name of the object: {@code l2-} and 80 bits of a hash over Service and node. */
  public static String name(ObjectName service, String nodeLabel) {
    String all = service.namespace() + "/" + service.name() + "/" + nodeLabel;
    return "l2-" + digits(all, NAME_DIGITS);
  }

  /**
   * The value of the label for {@code text}: itself, or where it is too long its beginning and part
   * of its hash. A node's name may have 253 characters.
   */
  public static String label(String text) {
    if (text.length() <= LABEL_LENGTH_MAX) {
      return text;
    }
    int kept = LABEL_LENGTH_MAX - 1 - SHORTENED_DIGITS;
    return text.substring(0, kept) + "-" + digits(text, SHORTENED_DIGITS);
  }

  private static String digits(String text, int count) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha256.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, count);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
