package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes in what a {@link Reflector} hears. Called by one thread, one call at a time. */
interface ObjectSink<T> {
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

  /** How often there was no room for another one. */
  default long dropped() {
    return 0;
  }
}
