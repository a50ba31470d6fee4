package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An API server as far as the writes need one, in trouble now and then. */
final class ServerModel {
  private final SplittableRandom chance;
  private final SortedMap<String, SeenStatus> objects = new TreeMap<>();
  private final SortedMap<String, ServiceEvent> events = new TreeMap<>();
  private final List<BiConsumer<String, @Nullable SeenStatus>> watchers = new ArrayList<>();
  private final List<String> story;
  private long version = 1;
  private int uids;
  private int idleApplies;
  private int idleDeletes;
  private int removals;
  private int lostAnswers;
  private Trouble trouble = Trouble.NONE;

  enum Trouble {
    NONE,
    AWAY,
    ANSWERS_LOST,
    THROTTLING,
    FORBIDDING
  }

  ServerModel(SplittableRandom chance, List<String> story) {
    this.chance = chance;
    this.story = story;
  }

  void trouble(Trouble next) {
    trouble = next;
  }

  SortedMap<String, SeenStatus> objects() {
    return objects;
  }

  SortedMap<String, ServiceEvent> events() {
    return events;
  }

  /** Applies that changed nothing, beyond those that repeat one whose answer was lost. */
  int needlessApplies() {
    return Math.max(0, idleApplies - lostAnswers);
  }

  /** Deletes of what was not there, beyond those that somebody else may have been faster with. */
  int needlessDeletes() {
    return Math.max(0, idleDeletes - lostAnswers - removals);
  }

  long version() {
    return version;
  }

  /** Hears of each change: the name, the uid, and the new state or null. */
  void watch(BiConsumer<String, @Nullable SeenStatus> watcher) {
    watchers.add(watcher);
  }

  void unwatch(BiConsumer<String, @Nullable SeenStatus> watcher) {
    watchers.remove(watcher);
  }

  Outcome perform(String speaker, Write write) {
    return switch (trouble) {
      case AWAY -> new Outcome.Unreachable("away");
      case THROTTLING -> new Outcome.Throttled(chance.nextInt(3) * 1_000L, "too many");
      case FORBIDDING -> new Outcome.Forbidden("everything");
      case ANSWERS_LOST -> {
        if (chance.nextBoolean()) {
          take(speaker, write);
          lostAnswers++;
        }
        yield new Outcome.Unreachable("no answer");
      }
      case NONE -> take(speaker, write);
    };
  }

  private Outcome take(String speaker, Write write) {
    story.add(speaker + ": " + write);
    return switch (write) {
      case Write.ApplyStatus(StatusContent content) -> apply(content);
      case Write.DeleteStatus(String name, String uid) -> delete(name, uid);
      case Write.PostEvent(_, ServiceEvent event) -> {
        events.putIfAbsent(event.name(), event);
        yield new Outcome.Written("event", Long.toString(++version));
      }
      case Write.RotateKey _ -> throw new IllegalStateException("no keys here");
    };
  }

  private Outcome apply(StatusContent content) {
    SeenStatus old = objects.get(content.name());
    if (old != null && content.isIn(old)) {
      idleApplies++;
      return new Outcome.Written(old.uid(), old.resourceVersion());
    }
    if (old != null && !old.told().node().isEmpty() && !old.told().node().equals(content.node())) {
      return new Outcome.Refused("status.node: Value is immutable");
    }
    String uid = old == null ? "u" + ++uids : old.uid();
    SeenStatus bare = content.asSeen(uid, Long.toString(++version));
    change(
        content.name(),
        new SeenStatus(
            bare.name(),
            uid,
            bare.resourceVersion(),
            bare.service(),
            bare.nodeLabel(),
            old == null ? new SeenStatus.Told(new ObjectName("", ""), "", World.NONE) : old.told(),
            bare.podUids()));
    SeenStatus full = content.asSeen(uid, Long.toString(++version));
    change(content.name(), full);
    return new Outcome.Written(uid, full.resourceVersion());
  }

  private Outcome delete(String name, String uid) {
    SeenStatus old = objects.get(name);
    if (old == null) {
      idleDeletes++;
      return new Outcome.Deleted();
    }
    if (!old.uid().equals(uid)) {
      return new Outcome.Conflicted("another uid");
    }
    remove(name);
    return new Outcome.Deleted();
  }

  /** Somebody else removes an object. */
  void takeAway(String name) {
    removals++;
    remove(name);
  }

  private void remove(String name) {
    SeenStatus old = Objects.requireNonNull(objects.remove(name));
    version++;
    List.copyOf(watchers).forEach(watcher -> watcher.accept(name + " " + old.uid(), null));
  }

  /** Somebody else changes an object's interfaces. */
  void disturb(String name) {
    SeenStatus old = Objects.requireNonNull(objects.get(name));
    SeenStatus.Told told =
        new SeenStatus.Told(
            old.told().service(), old.told().node(), World.names("eth" + chance.nextInt(9)));
    change(
        name,
        new SeenStatus(
            name,
            old.uid(),
            Long.toString(++version),
            old.service(),
            old.nodeLabel(),
            told,
            old.podUids()));
  }

  private void change(String name, SeenStatus status) {
    objects.put(name, status);
    List.copyOf(watchers).forEach(watcher -> watcher.accept(name, status));
  }

  /** The services of the objects, each with the nodes that are said to announce it. */
  Map<ObjectName, List<String>> record() {
    Map<ObjectName, List<String>> nodes = new TreeMap<>();
    for (SeenStatus status : objects.values()) {
      nodes
          .computeIfAbsent(status.told().service(), _ -> new ArrayList<>())
          .add(status.told().node());
    }
    return nodes;
  }
}
