package dev.starling.speaker.kube.writer;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;

/** Makes keys as {@code starling keygen} does: 32 random bytes as base64url. */
public final class RandomKey implements Supplier<String> {
  private static final int KEY_BYTES = 32;

  private final SecureRandom random = new SecureRandom();

  /** A source of keys. */
  public RandomKey() {}

  @Override
  public String get() {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(key);
  }
}
