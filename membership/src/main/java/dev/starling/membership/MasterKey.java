package dev.starling.membership;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret of 32 bytes that all speakers share. No datagram is sealed with it: each process derives
 * a key of its own from it (HKDF-SHA256, RFC 5869).
 */
public final class MasterKey {
  /** How many bytes the secret has. */
  public static final int LENGTH_BYTES = 32;

  private static final int SESSION_KEY_BYTES = 16;
  private static final byte[] SALT = ascii("starling frame v1");
  private static final byte[] ID_INFO = ascii("key id");
  private static final byte[] SESSION_INFO = ascii("session");

  private final SecretKey extracted;
  private final int id;

  /** The key made of {@code secret}, of which it keeps no copy. */
  public MasterKey(byte[] secret) {
    if (secret.length != LENGTH_BYTES) {
      throw new IllegalArgumentException("a master key has 32 bytes, not " + secret.length);
    }
    extracted = extract(secret);
    id = ByteBuffer.wrap(expand(ID_INFO, Integer.BYTES)).getInt();
  }

  /** The number that stands for this key in a frame's header; says nothing about the key. */
  public int id() {
    return id;
  }

  /** {@link #id} as eight hexadecimal digits, as logs and the status show it. */
  public String name() {
    return name(id);
  }

  /** {@code id} as eight hexadecimal digits. */
  public static String name(int id) {
    return HexFormat.of().toHexDigits(id);
  }

  /** The AES-128 key of the process that calls itself {@code session}. */
  public SecretKey sessionKey(long session) {
    byte[] info =
        ByteBuffer.allocate(SESSION_INFO.length + Long.BYTES)
            .put(SESSION_INFO)
            .putLong(session)
            .array();
    return new SecretKeySpec(expand(info, SESSION_KEY_BYTES), "AES");
  }

  private byte[] expand(byte[] info, int length) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveData(HKDFParameterSpec.expandOnly(extracted, info, length));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has HKDF-SHA256", e);
    }
  }

  private static SecretKey extract(byte[] secret) {
    try {
      return KDF.getInstance("HKDF-SHA256")
          .deriveKey(
              "PRK", HKDFParameterSpec.ofExtract().addIKM(secret).addSalt(SALT).extractOnly());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has HKDF-SHA256", e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MasterKey that
        && MessageDigest.isEqual(extracted.getEncoded(), that.extracted.getEncoded());
  }

  @Override
  public int hashCode() {
    return id;
  }

  /** Names the key without showing it. */
  @Override
  public String toString() {
    return "key " + name();
  }
}
