package dev.starling.membership;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Turns texts into master keys for one cluster: Argon2id (RFC 9106), with the cluster's name as
 * salt. Slow on purpose, so each text is stretched once and remembered. Safe for many threads.
 */
public final class KeyStretching {
  private static final int MEMORY_KIBIBYTES = 8 * 1024;
  private static final int PASSES = 2;
  private static final int REMEMBERED_MAX = 2 * Keyring.KEYS_MAX;

  private final byte[] salt;
  private final Map<KeyText, MasterKey> remembered = new LinkedHashMap<>();

  /** For the cluster of this name: the same text makes another key in another cluster. */
  public KeyStretching(String cluster) {
    // RFC 9106 wants eight bytes of salt at least; a name may be shorter.
    salt = ("starling cluster " + cluster).getBytes(StandardCharsets.UTF_8);
  }

  /** The ring of these texts, newest first; takes about a tenth of a second for each new text. */
  public synchronized Keyring ring(List<KeyText> texts) {
    return new Keyring(texts.stream().map(this::master).toList());
  }

  private MasterKey master(KeyText text) {
    MasterKey known = remembered.get(text);
    if (known != null) {
      return known;
    }
    if (remembered.size() == REMEMBERED_MAX) {
      remembered.remove(remembered.keySet().iterator().next());
    }
    MasterKey fresh = stretch(text);
    remembered.put(text, fresh);
    return fresh;
  }

  private MasterKey stretch(KeyText text) {
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withSalt(salt)
            .withMemoryAsKB(MEMORY_KIBIBYTES)
            .withIterations(PASSES)
            .withParallelism(1)
            .build());
    byte[] secret = new byte[MasterKey.LENGTH_BYTES];
    generator.generateBytes(text.text().getBytes(StandardCharsets.UTF_8), secret);
    return new MasterKey(secret);
  }
}
