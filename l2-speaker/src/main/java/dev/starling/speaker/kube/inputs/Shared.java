package dev.starling.speaker.kube.inputs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one instance of values that come again and again: the names of nodes, labels that are the
 * same on all of them. Remembers {@value #SLOTS} values; a newer one takes the place of another.
 */
final class Shared<T> {
  private static final int SLOTS = 1 << 13;

  private final List<@Nullable Slot<T>> slots = new ArrayList<>(Collections.nCopies(SLOTS, null));

  private static final class Slot<T> {
    private final T value;
    private boolean again;

    Slot(T value) {
      this.value = value;
    }
  }

  Shared() {}

  /** The value itself, or an equal one from before. */
  T one(T value) {
    int index = index(value);
    Slot<T> slot = slots.get(index);
    if (slot != null && slot.value.equals(value)) {
      slot.again = true;
      return slot.value;
    }
    slots.set(index, new Slot<>(value));
    return value;
  }

  /** Whether the instance has come more than once, so that it costs nothing but a reference. */
  boolean isShared(T instance) {
    Slot<T> slot = slots.get(index(instance));
    return slot != null && slot.again && slot.value.equals(instance);
  }

  private static int index(Object value) {
    int hash = value.hashCode();
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
