package dev.starling.speaker.kube.inputs;

import dev.starling.speaker.kube.model.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * An object as the API server told it.
 *
 * @param version its {@code resourceVersion}
 * @param kept what is kept of it; null for an object that nobody needs
 */
public record ApiObject<T>(ObjectName name, String version, @Nullable T kept) {
  /** The place of a version that is no number. */
  public static final long NO_PLACE = -1;

  private static final int DIGITS_MAX = 18;

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
