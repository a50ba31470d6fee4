package dev.starling.speaker.kube.inputs;

import dev.starling.speaker.kube.model.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * An object as the API server told it.
 *
 * @param name empty if the object is {@link ReadFault#UNREADABLE}
 * @param version its {@code resourceVersion}
 * @param kept what is kept of it; null for an object that nobody needs, or that is left out
 * @param bytes how much memory it takes, roughly; 0 for a kind whose objects are small
 * @param fault why it is left out; null if it is not
 */
public record ApiObject<T>(
    ObjectName name, String version, @Nullable T kept, long bytes, @Nullable ReadFault fault) {
  /** The most labels. */
  public static final int LABELS_MAX = 1_000;

  /** The place of a version that is no number. */
  public static final long NO_PLACE = -1;

  private static final int DIGITS_MAX = 18;

  /** An object of a kind whose objects are small. */
  public ApiObject(ObjectName name, String version, @Nullable T kept) {
    this(name, version, kept, 0, null);
  }

  /** One of which not even the name is known. */
  public static <T> ApiObject<T> unreadable() {
    return new ApiObject<>(new ObjectName("", ""), "", null, 0, ReadFault.UNREADABLE);
  }

  /** The same, left out. */
  public ApiObject<T> without(ReadFault why) {
    return new ApiObject<>(name, version, null, 0, why);
  }

  /** The same, with an equal of what is kept that is held already, and takes no more memory. */
  public ApiObject<T> sharing(T equal) {
    return new ApiObject<>(name, version, equal, 0, null);
  }

  /**
   * The place of a {@code resourceVersion} in the history of the cluster: a larger one is later.
   * Kubernetes promises so since 1.35, and etcd has always numbered them so.
   */
  public static long placeOf(String version) {
    boolean number =
        !version.isEmpty()
            && version.length() <= DIGITS_MAX
            && version.chars().allMatch(c -> c >= '0' && c <= '9');
    return number ? Long.parseLong(version) : NO_PLACE;
  }
}
