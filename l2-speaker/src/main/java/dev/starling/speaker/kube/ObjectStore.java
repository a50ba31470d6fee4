package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.ReadFault;
import dev.starling.speaker.kube.model.ObjectName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind as last known. What is older than what it has is of no account: events
 * that come twice, or an object that comes back after it was deleted. Every call holds the lock,
 * which is that of all stores of a snapshot.
 */
final class ObjectStore<T> implements ObjectSink<T> {
  /** More LoadBalancers than there may be IPs, and slices for a large cluster. */
  static final int OBJECTS_MAX = 50_000;

  /** What a newcomer must leave of the bytes, for those that are held to change. */
  private static final int RESERVE = 4;

  private final long bytesMax;
  private final ReentrantLock lock;
  private final Condition changed;
  private TreeMap<ObjectName, Held<T>> objects = new TreeMap<>();
  private boolean listed;
  private boolean absent;
  private boolean fresh;
  private final LeftOut leftOut;

  /** That the objects take, roughly. */
  private long bytes;

  /** The place of the newest that was heard of. */
  private long newest = ApiObject.NO_PLACE;

  private record Held<T>(long place, T object, long bytes) {}

  /** Takes the objects of a store in turn. */
  @FunctionalInterface
  interface Each<T> {
    void take(ObjectName name, T object);
  }

  /** A store that knows nothing yet, of objects that take {@code bytesMax} together. */
  ObjectStore(String kind, long bytesMax, ReentrantLock lock, Condition changed) {
    this.bytesMax = bytesMax;
    leftOut = new LeftOut(kind);
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

  boolean isEmpty() {
    return objects.isEmpty();
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
      return leftOut.count();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable ApiObject<T> fitting(ApiObject<T> object, int listed, long listedBytes) {
    lock.lock();
    try {
      Held<T> old = objects.get(object.name());
      if (old != null && old.object.equals(object.kept())) {
        return object.sharing(old.object);
      }
      return isFitting(object, old, listed, listedBytes) ? object : null;
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
      TreeMap<ObjectName, Held<T>> before = objects;
      List<ApiObject<T>> sorted = new ArrayList<>(list);
      sorted.sort(Comparator.comparingInt(object -> rank(before.get(object.name()), object)));
      TreeMap<ObjectName, Held<T>> after = new TreeMap<>();
      long total = 0;
      boolean same = listed && !absent;
      for (ApiObject<T> object : sorted) {
        Held<T> old = before.get(object.name());
        Held<T> now = fitted(object, old, after.size(), total);
        if (now != null) {
          total += now.bytes;
          after.put(object.name(), now);
          same &= old != null && old.object.equals(now.object);
        }
      }
      objects = after;
      bytes = total;
      newest = ApiObject.placeOf(version);
      listed = true;
      absent = false;
      if (!same || after.size() != before.size()) {
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
        bytes = 0;
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
      Held<T> old = objects.get(object.name());
      long others = bytes - (old == null ? 0 : old.bytes);
      Held<T> now = fitted(object, old, objects.size(), others);
      if (now == null) {
        objects.remove(object.name());
      } else {
        objects.put(object.name(), now);
      }
      bytes = others + (now == null ? 0 : now.bytes);
      if (!Objects.equals(old == null ? null : old.object, now == null ? null : now.object)) {
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
      Held<T> old = objects.remove(object.name());
      if (old != null) {
        bytes -= old.bytes;
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

  /** What is held already takes its place first, then what of it has grown, then what is new. */
  private static <T> int rank(@Nullable Held<T> old, ApiObject<T> object) {
    if (old == null) {
      return 2;
    }
    return object.bytes() <= old.bytes ? 0 : 1;
  }

  private boolean isFitting(ApiObject<T> object, @Nullable Held<T> old, int count, long total) {
    ReadFault fault = object.fault();
    if (fault == null && !hasRoom(object, old, count, total)) {
      fault = ReadFault.NO_ROOM;
    }
    if (fault != null) {
      leftOut.add(object, fault);
    }
    return fault == null;
  }

  /** What is to be held of an object in place of {@code old}, beside others; may be null. */
  private @Nullable Held<T> fitted(
      ApiObject<T> object, @Nullable Held<T> old, int count, long total) {
    T value = object.kept();
    long place = ApiObject.placeOf(object.version());
    if (old != null && old.object.equals(value)) {
      return new Held<>(place, old.object, old.bytes);
    }
    return isFitting(object, old, count, total) && value != null
        ? new Held<>(place, value, object.bytes())
        : null;
  }

  private boolean hasRoom(ApiObject<T> object, @Nullable Held<T> old, int count, long total) {
    if (object.kept() == null) {
      return true;
    }
    if (old == null) {
      return count < OBJECTS_MAX && total + object.bytes() <= bytesMax - bytesMax / RESERVE;
    }
    return object.bytes() <= old.bytes || total + object.bytes() <= bytesMax;
  }

  private void signal() {
    fresh = true;
    changed.signalAll();
  }
}
