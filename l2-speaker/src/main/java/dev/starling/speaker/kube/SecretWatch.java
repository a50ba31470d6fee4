package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.SecretReader;
import dev.starling.speaker.kube.inputs.SecretReader.KeyValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one Secret and hands out the text under one of its keys whenever it becomes another. A
 * Secret that is deleted, or has no text under the key, changes nothing and is told once. The text
 * itself is neither kept nor logged.
 */
public final class SecretWatch implements AutoCloseable {
  /** The key of the Secret that holds the text. */
  public static final String KEY = "secretkey";

  private static final Logger LOG = LoggerFactory.getLogger(SecretWatch.class);
  private static final int SALT_BYTES = 16;
  private static final long CLOSE_MILLIS = 1_000;

  private final String label;
  private final Reflector<KeyValue> reflector;

  /**
   * Watches nothing yet.
   *
   * @param api stays open when this is closed
   * @param listener is called by one thread, one call at a time
   */
  public SecretWatch(
      ApiConnection api,
      String namespace,
      String name,
      KubeTimes times,
      Consumer<String> listener) {
    label = "Secret " + namespace + "/" + name;
    String path = "/api/v1/namespaces/" + KubeResource.encode(namespace) + "/secrets";
    reflector =
        new Reflector<>(
            KubeResource.one("secrets", path, name, new SecretReader(KEY)),
            new Sink(listener),
            api,
            new ApiHealth(() -> "a new key is taken from the file alone"),
            times);
  }

  /** Begins. */
  public void start() {
    reflector.start();
  }

  /** How well the Secret is known; one object means that it has a text. */
  public KindStatus status() {
    return reflector.status();
  }

  @Override
  public void close() {
    try {
      reflector.close(CLOSE_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Sink implements ObjectSink<KeyValue> {
    private final Consumer<String> listener;

    /** Salted, so that nobody who reads the memory has a digest to guess against at leisure. */
    private final byte[] salt = new byte[SALT_BYTES];

    private byte[] lastDigest = {};
    private String trouble = "";
    private volatile boolean known;

    /** The place of the newest that was heard of, in the history that the last GET was of. */
    private long newest = ApiObject.NO_PLACE;

    Sink(Consumer<String> listener) {
      this.listener = listener;
      new SecureRandom().nextBytes(salt);
    }

    @Override
    public @Nullable String doubt(ObjectList<KeyValue> list) {
      return null;
    }

    @Override
    public void replaced(List<ApiObject<KeyValue>> objects, String version) {
      newest = ApiObject.NO_PLACE;
      if (objects.isEmpty()) {
        unusable("is not there");
      }
      objects.forEach(this::changed);
    }

    @Override
    public void absent() {
      unusable("is not there");
    }

    @Override
    public void changed(ApiObject<KeyValue> object) {
      if (isOld(object)) {
        return;
      }
      switch (object.kept()) {
        case KeyValue.Text(String text) -> take(text);
        case KeyValue.Unusable(String why) -> unusable(why);
        case null -> {}
      }
    }

    @Override
    public void deleted(ApiObject<KeyValue> object) {
      if (!isOld(object)) {
        unusable("was deleted");
      }
    }

    /** A watch begins with what its server has in its cache, which may be older than the GET. */
    private boolean isOld(ApiObject<KeyValue> object) {
      long place = ApiObject.placeOf(object.version());
      boolean old = place != ApiObject.NO_PLACE && place < newest;
      newest = Math.max(newest, place);
      return old;
    }

    @Override
    public int count() {
      return known ? 1 : 0;
    }

    private void take(String text) {
      known = true;
      if (!trouble.isEmpty()) {
        trouble = "";
        LOG.info("{} has a key now", label);
      }
      byte[] digest = digest(text);
      if (!MessageDigest.isEqual(digest, lastDigest)) {
        lastDigest = digest;
        try {
          listener.accept(text);
        } catch (RuntimeException e) {
          LOG.atError().setCause(e).log("the key of {} was not taken in", label);
        }
      }
    }

    private void unusable(String why) {
      known = false;
      if (!trouble.equals(why)) {
        trouble = why;
        LOG.warn("{} {}; the keys stay as last known", label, why);
      }
    }

    private byte[] digest(String text) {
      try {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        sha.update(salt);
        return sha.digest(text.getBytes(StandardCharsets.UTF_8));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
      }
    }
  }
}
