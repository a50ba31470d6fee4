package dev.starling.membership.seal;

import java.security.GeneralSecurityException;
import java.util.concurrent.ArrayBlockingQueue;
import javax.crypto.Cipher;

/** AES-GCM engines for reuse: making one costs more than sealing a frame. */
final class CipherPool {
  private static final int KEPT_MAX = 16;

  private final ArrayBlockingQueue<Cipher> idle = new ArrayBlockingQueue<>(KEPT_MAX);

  /** An engine that nobody else uses until {@link #give}. */
  Cipher take() {
    Cipher cipher = idle.poll();
    if (cipher != null) {
      return cipher;
    }
    try {
      return Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    }
  }

  /** Returns an engine; one too many is let go. */
  void give(Cipher cipher) {
    boolean kept = idle.offer(cipher);
    assert kept || idle.remainingCapacity() == 0;
  }
}
