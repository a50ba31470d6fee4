package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes in what a {@link Reflector} hears. Called by one thread, one call at a time. */
interface ObjectSink<T> {
  /**
   * An object of a list that is being read, as it is to be kept until the list is whole; null for
   * one that is left out.
   *
   * @param objects that were kept of the list so far
   * @param bytes that those of them take that were not held before
   */
  default @Nullable ApiObject<T> fitting(ApiObject<T> object, int objects, long bytes) {
    return object.fault() == null ? object : null;
  }

  /** Why a list is unlikely to be true, or null if it may well be. */
  @Nullable String doubt(ObjectList<T> list);

  /** These are all objects that there are. */
  void replaced(List<ApiObject<T>> objects, String version);

  /** The server does not know the kind. */
  void absent();

  /** The object is new, or has changed. */
  void changed(ApiObject<T> object);

  /** The object is gone. */
  void deleted(ApiObject<T> object);

  /** How many are held. */
  int count();

  /** How often one was left out. */
  default long dropped() {
    return 0;
  }
}
