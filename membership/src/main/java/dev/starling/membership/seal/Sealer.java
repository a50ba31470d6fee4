package dev.starling.membership.seal;

import dev.starling.membership.MasterKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals the datagrams of one process: AES-128-GCM under a key that only this session uses, with a
 * counter as nonce, so that no nonce can come twice. Safe for many threads.
 */
public final class Sealer {
  private static final int SESSION_KEYS_MAX = 64;

  private final long session;
  private final byte[] cluster;
  private final AtomicLong counter = new AtomicLong();
  private final ConcurrentHashMap<MasterKey, SecretKey> sessionKeys = new ConcurrentHashMap<>();
  private final CipherPool ciphers = new CipherPool();

  /**
   * A sealer that has sealed nothing yet.
   *
   * @param session 64 random bits, never used before
   * @param cluster the cluster's name
   */
  public Sealer(long session, String cluster) {
    this.session = session;
    this.cluster = cluster.getBytes(StandardCharsets.UTF_8);
  }

  /** This process's own session. */
  public long session() {
    return session;
  }

  /**
   * A frame of its own around {@code length} bytes of {@code data}.
   *
   * @param key to seal with
   * @param newestId the newest key that this speaker holds
   * @param unixSeconds now
   * @param route the only one on which it can be opened
   */
  public byte[] seal(
      MasterKey key,
      int newestId,
      long unixSeconds,
      Route route,
      byte[] data,
      int offset,
      int length) {
    if (length > FrameHeader.FRAME_LENGTH_MAX - FrameHeader.OVERHEAD) {
      throw new IllegalArgumentException(length + " bytes are more than a frame holds");
    }
    FrameHeader header =
        new FrameHeader(key.id(), session, (int) unixSeconds, counter.incrementAndGet(), newestId);
    byte[] frame = new byte[length + FrameHeader.OVERHEAD];
    header.write(frame);
    Cipher cipher = ciphers.take();
    try {
      cipher.init(
          Cipher.ENCRYPT_MODE,
          sessionKey(key),
          new GCMParameterSpec(FrameHeader.TAG_LENGTH * Byte.SIZE, header.nonce()));
      cipher.updateAAD(frame, 0, FrameHeader.LENGTH);
      cipher.updateAAD(cluster);
      cipher.updateAAD(route.bytes());
      cipher.doFinal(data, offset, length, frame, FrameHeader.LENGTH);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sealing cannot fail", e);
    } finally {
      ciphers.give(cipher);
    }
    return frame;
  }

  private SecretKey sessionKey(MasterKey key) {
    SecretKey known = sessionKeys.get(key);
    if (known != null) {
      return known;
    }
    if (sessionKeys.size() >= SESSION_KEYS_MAX) {
      sessionKeys.clear();
    }
    return sessionKeys.computeIfAbsent(key, master -> master.sessionKey(session));
  }
}
