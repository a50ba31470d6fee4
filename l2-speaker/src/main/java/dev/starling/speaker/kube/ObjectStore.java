package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.model.ObjectName;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects of one kind as last known. What is older than what it has is of no account: events
 * that come twice, or an object that comes back after it was deleted. Every call holds the lock,
 * which is that of all stores of a snapshot.
 */
final class ObjectStore<T> implements ObjectSink<T> {
  /** More LoadBalancers than there may be IPs, and slices for a large cluster. */
  static final int OBJECTS_MAX = 50_000;

  private static final Logger LOG = LoggerFactory.getLogger(ObjectStore.class);

  private final String kind;
  private final ReentrantLock lock;
  private final Condition changed;
  private final TreeMap<ObjectName, Held<T>> objects = new TreeMap<>();
  private boolean listed;
  private boolean absent;
  private boolean fresh;
  private long dropped;

  /** The place of the newest that was heard of. */
  private long newest = ApiObject.NO_PLACE;

  private record Held<T>(long place, T object) {}

  /** Takes the objects of a store in turn. */
  @FunctionalInterface
  interface Each<T> {
    void take(ObjectName name, T object);
  }

  ObjectStore(String kind, ReentrantLock lock, Condition changed) {
    this.kind = kind;
    this.lock = lock;
    this.changed = changed;
  }

  /** Whether it is known which objects there are, or that there can be none. */
  boolean isListed() {
    return listed;
  }

  /** Whether the server does not know the kind. */
  boolean isAbsent() {
    return absent;
  }

  /** Whether anything has changed since the last call. */
  boolean takeFresh() {
    boolean was = fresh;
    fresh = false;
    return was;
  }

  void forEach(Each<T> each) {
    objects.forEach((name, held) -> each.take(name, held.object));
  }

  @Override
  public int count() {
    lock.lock();
    try {
      return objects.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long dropped() {
    lock.lock();
    try {
      return dropped;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable String doubt(ObjectList<T> list) {
    lock.lock();
    try {
      if (!listed) {
        return null;
      }
      long place = ApiObject.placeOf(list.version());
      if (place != ApiObject.NO_PLACE && place < newest) {
        return "the list is older than what was known";
      }
      boolean empty = list.objects().stream().allMatch(object -> object.kept() == null);
      return empty && !objects.isEmpty()
          ? "the list has none of the " + objects.size() + " that were known"
          : null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void replaced(List<ApiObject<T>> list, String version) {
    lock.lock();
    try {
      boolean same = listed && !absent;
      int kept = 0;
      TreeMap<ObjectName, Held<T>> before = new TreeMap<>(objects);
      objects.clear();
      for (ApiObject<T> object : list) {
        T value = object.kept();
        if (value != null && hasRoom(object.name())) {
          kept++;
          long place = ApiObject.placeOf(object.version());
          Held<T> old = before.get(object.name());
          if (old != null && old.object.equals(value)) {
            objects.put(object.name(), new Held<>(place, old.object));
          } else {
            same = false;
            objects.put(object.name(), new Held<>(place, value));
          }
        }
      }
      newest = ApiObject.placeOf(version);
      listed = true;
      absent = false;
      if (!same || kept != before.size()) {
        signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void absent() {
    lock.lock();
    try {
      if (!listed || !absent) {
        objects.clear();
        listed = true;
        absent = true;
        newest = ApiObject.NO_PLACE;
        signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void changed(ApiObject<T> object) {
    lock.lock();
    try {
      long place = ApiObject.placeOf(object.version());
      if (isOld(object.name(), place)) {
        return;
      }
      newest = Math.max(newest, place);
      T value = object.kept();
      if (value != null && !hasRoom(object.name())) {
        return;
      }
      Held<T> old =
          value == null
              ? objects.remove(object.name())
              : objects.put(object.name(), new Held<>(place, value));
      if (!Objects.equals(old == null ? null : old.object, value)) {
        signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void deleted(ApiObject<T> object) {
    lock.lock();
    try {
      long place = ApiObject.placeOf(object.version());
      if (isOld(object.name(), place)) {
        return;
      }
      newest = Math.max(newest, place);
      if (objects.remove(object.name()) != null) {
        signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A server tells the changes in order, so that what is not the newest was told before. */
  private boolean isOld(ObjectName name, long place) {
    if (place == ApiObject.NO_PLACE) {
      return false;
    }
    Held<T> held = objects.get(name);
    return place <= (held == null ? newest : held.place);
  }

  private boolean hasRoom(ObjectName name) {
    if (objects.size() < OBJECTS_MAX || objects.containsKey(name)) {
      return true;
    }
    if (dropped == 0) {
      LOG.warn("more than {} {}; {} and others are left out", OBJECTS_MAX, kind, name);
    }
    dropped++;
    return false;
  }

  private void signal() {
    fresh = true;
    changed.signalAll();
  }
}
