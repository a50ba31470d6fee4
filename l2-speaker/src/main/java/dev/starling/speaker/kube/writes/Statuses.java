package dev.starling.speaker.kube.writes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one status object for each Service that this speaker owns, and removes its own of those
 * that it does not own. Compares what there ought to be with what there is, object by object, so
 * that nothing is written that is there already, however long the API server was away.
 */
final class Statuses {
  private static final long SETTLE_MILLIS = 250;
  private static final long UNOWNED_MILLIS = 2_000;
  private static final long INHERITED_MILLIS = 10_000;
  private static final long CONFLICT_MILLIS = 200;
  private static final long CONFLICT_MILLIS_MAX = 60_000;
  private static final long REFUSED_MILLIS = 600_000;
  private static final int DISTURBED_TIMES_TOLD = 3;
  private static final int OBJECTS_MAX = 100_000;

  private final String self;
  private final String selfLabel;
  private final long startNanos;
  private final Outbox outbox;
  private final Consumer<WriteNote> tell;
  private final Orphans orphans = new Orphans();
  private final Disturbances disturbances = new Disturbances();
  private final SortedMap<String, StatusContent> wanted = new TreeMap<>();
  private final SortedMap<String, SeenStatus> seen = new TreeMap<>();
  private final Map<String, StatusContent> written = new HashMap<>();
  private final Map<String, String> deletedUids = new HashMap<>();

  /** Names whose state is the answer to a write of ours, which the watch has not shown yet. */
  private final Set<String> unconfirmed = new HashSet<>();

  /** What the watch has told last of an object, where it seemed to be older than what is known. */
  private final SortedMap<String, SeenStatus> doubted = new TreeMap<>();

  private final Set<String> inherited = new HashSet<>();
  private @Nullable Ownership ownership;
  private @Nullable OwnerPod pod;
  private boolean synced;
  private boolean leaving;

  Statuses(String self, Outbox outbox, Consumer<WriteNote> tell, long nowNanos) {
    this.self = self;
    this.selfLabel = StatusNames.label(self);
    this.outbox = outbox;
    this.tell = tell;
    startNanos = nowNanos;
  }

  /** Whether an earlier life of this speaker, and nobody else, has announced the Service. */
  boolean isInherited(StatusContent content) {
    return inherited.contains(content.name())
        && seen.values().stream()
            .filter(status -> status.service().equals(content.service()))
            .allMatch(status -> status.nodeLabel().equals(selfLabel));
  }

  void pod(OwnerPod of, long nowNanos) {
    if (!of.equals(pod)) {
      pod = of;
      if (ownership != null) {
        owners(ownership, nowNanos);
      }
    }
  }

  void owners(Ownership next, long nowNanos) {
    ownership = next;
    SortedMap<String, StatusContent> contents = new TreeMap<>();
    if (!leaving) {
      next.services()
          .forEach(
              (service, owned) -> {
                if (owned.owner().is(self)) {
                  StatusContent content = new StatusContent(service, self, owned.interfaces(), pod);
                  contents.put(content.name(), content);
                }
              });
    }
    SortedSet<String> names = new TreeSet<>(wanted.keySet());
    wanted.clear();
    wanted.putAll(contents);
    names.addAll(contents.keySet());
    names.addAll(ownNames());
    names.forEach(name -> reconcile(name, nowNanos));
  }

  void members(Members members, long nowNanos) {
    orphans.members(members);
    for (SeenStatus status : List.copyOf(seen.values())) {
      orphans.notice(status, nowNanos);
      if (status.isOurs() && !status.nodeLabel().equals(selfLabel)) {
        reconcile(status.name(), nowNanos);
      }
    }
  }

  void seen(SeenStatus status, long nowNanos) {
    String name = status.name();
    SeenStatus known = seen.get(name);
    if (status.uid().equals(deletedUids.get(name))) {
      return;
    }
    if (known != null && isOlder(status, known)) {
      doubted.put(name, status);
      return;
    }
    if (known == null && seen.size() >= OBJECTS_MAX) {
      outbox.drop(DropReason.QUEUE_FULL);
      return;
    }
    believe(status);
    if (!synced && status.isOurs() && status.nodeLabel().equals(selfLabel)) {
      inherited.add(name);
    }
    orphans.notice(status, nowNanos);
    reconcile(name, nowNanos);
  }

  private void believe(SeenStatus status) {
    String name = status.name();
    SeenStatus known = seen.put(name, status);
    if (known != null && !known.uid().equals(status.uid())) {
      orphans.forget(known.uid());
    }
    deletedUids.remove(name);
    unconfirmed.remove(name);
    doubted.remove(name);
  }

  /**
   * An object has gone. Of what a watch tells, only the last may have come here, and a name has one
   * object at a time: so the end of a later object is the end of the known one as well. A newer one
   * is known only by a write of ours.
   */
  void vanished(String name, String uid, long nowNanos) {
    deletedUids.remove(name, uid);
    orphans.forget(uid);
    SeenStatus known = seen.get(name);
    if (known != null && (known.uid().equals(uid) || !unconfirmed.contains(name))) {
      forget(known);
      reconcile(name, nowNanos);
    }
  }

  private void forget(SeenStatus known) {
    orphans.forget(known.uid());
    seen.remove(known.name());
    unconfirmed.remove(known.name());
    doubted.remove(known.name());
  }

  /**
   * All that there is has been told, by a list that is no older than what was watched before,
   * unless the versions have begun anew, as they do with a server that was restored. So whatever of
   * it seems to be older than what was watched is what there is.
   */
  void listed(long nowNanos) {
    for (SeenStatus status : List.copyOf(doubted.values())) {
      if (!unconfirmed.contains(status.name())) {
        believe(status);
        orphans.notice(status, nowNanos);
        reconcile(status.name(), nowNanos);
      }
    }
    doubted.clear();
    if (!synced) {
      synced = true;
      SortedSet<String> names = new TreeSet<>(wanted.keySet());
      names.addAll(seen.keySet());
      names.forEach(name -> reconcile(name, nowNanos));
    }
  }

  /** Removes all that this speaker has written. */
  void leave(long nowNanos) {
    leaving = true;
    owners(new Ownership(new TreeMap<>()), nowNanos);
  }

  /** Does what the time has come for. */
  void tick(long nowNanos) {
    for (Orphans.Sweep sweep : orphans.sweep(nowNanos)) {
      List<SeenStatus> objects =
          seen.values().stream()
              .filter(status -> status.nodeLabel().equals(sweep.nodeLabel()) && status.isOurs())
              .toList();
      objects.forEach(orphans::doom);
      objects.forEach(status -> reconcile(status.name(), nowNanos));
      if (!objects.isEmpty()) {
        tell.accept(
            new WriteNote.OrphansSwept(sweep.nodeLabel(), objects.size(), sweep.absentMillis()));
      }
    }
  }

  long dueNanos() {
    return orphans.dueNanos();
  }

  /** An attempt was answered. */
  void answered(Outbox.Entry tried, Outcome outcome, long nowNanos) {
    switch (tried.write()) {
      case Write.ApplyStatus(StatusContent content) -> applied(tried, content, outcome, nowNanos);
      case Write.DeleteStatus(String name, String uid) -> {
        if (outcome instanceof Outcome.Refused) {
          outbox.putBack(tried, Times.after(nowNanos, REFUSED_MILLIS));
        } else {
          deleted(name, uid, nowNanos);
        }
      }
      default -> throw new IllegalStateException("no status: " + tried.write());
    }
  }

  private void applied(Outbox.Entry tried, StatusContent content, Outcome outcome, long nowNanos) {
    switch (outcome) {
      case Outcome.Written(String uid, String resourceVersion) -> {
        String name = content.name();
        written.put(name, content);
        deletedUids.remove(name);
        SeenStatus now = content.asSeen(uid, resourceVersion);
        SeenStatus known = seen.get(name);
        if (known == null || !isOlder(now, known)) {
          seen.put(name, now);
          if (known == null || isOlder(known, now) || !known.uid().equals(uid)) {
            unconfirmed.add(name);
          }
        }
        reconcile(name, nowNanos);
      }
      case Outcome.Refused _ -> outbox.putBack(tried, Times.after(nowNanos, REFUSED_MILLIS));
      default -> {
        long wait = Times.doubled(CONFLICT_MILLIS, tried.attempts(), CONFLICT_MILLIS_MAX);
        outbox.putBack(tried, Times.after(nowNanos, wait));
      }
    }
  }

  private void deleted(String name, String uid, long nowNanos) {
    orphans.forget(uid);
    written.remove(name);
    SeenStatus known = seen.get(name);
    if (known != null && known.uid().equals(uid)) {
      forget(known);
      deletedUids.put(name, uid);
    }
    reconcile(name, nowNanos);
  }

  private List<String> ownNames() {
    List<String> names = new ArrayList<>();
    for (SeenStatus status : seen.values()) {
      if (status.nodeLabel().equals(selfLabel)) {
        names.add(status.name());
      }
    }
    return names;
  }

  private void reconcile(String name, long nowNanos) {
    StatusContent want = wanted.get(name);
    SeenStatus is = seen.get(name);
    if (!synced || ownership == null) {
      return;
    }
    if (want != null && (is == null || !want.isIn(is))) {
      mend(want, nowNanos);
    } else if (want == null && is != null && isToGo(is)) {
      outbox.put(new Write.DeleteStatus(name, is.uid()), goesNanos(is, nowNanos));
    } else {
      outbox.cancel(Write.statusKey(name), DropReason.REVERTED);
    }
    if (want == null && is == null) {
      disturbances.forget(name);
      written.remove(name);
    }
  }

  private void mend(StatusContent want, long nowNanos) {
    String name = want.name();
    Write write = new Write.ApplyStatus(want);
    if (write.equals(outbox.waiting(write.key()))) {
      return;
    }
    long wait = SETTLE_MILLIS;
    if (want.equals(written.get(name))) {
      int times = disturbances.count(name, nowNanos);
      wait = Disturbances.waitMillis(times);
      if (times == DISTURBED_TIMES_TOLD) {
        tell.accept(new WriteNote.StatusDisturbed(want.service(), times));
      }
    }
    outbox.put(write, Times.after(nowNanos, wait));
  }

  private boolean isToGo(SeenStatus status) {
    return status.isOurs() && (status.nodeLabel().equals(selfLabel) || orphans.isDoomed(status));
  }

  private long goesNanos(SeenStatus status, long nowNanos) {
    if (leaving || !status.nodeLabel().equals(selfLabel)) {
      return nowNanos;
    }
    OwnedService service = ownership == null ? null : ownership.services().get(status.service());
    if (service != null && service.owner() instanceof Owner.Node) {
      return Times.after(nowNanos, SETTLE_MILLIS);
    }
    long due = Times.after(nowNanos, UNOWNED_MILLIS);
    return inherited.contains(status.name())
        ? Times.later(due, Times.after(startNanos, INHERITED_MILLIS))
        : due;
  }

  /** Whether {@code one} is a state from before {@code other}: versions grow, but may be opaque. */
  private static boolean isOlder(SeenStatus one, SeenStatus other) {
    String a = one.resourceVersion();
    String b = other.resourceVersion();
    if (!isNumber(a) || !isNumber(b)) {
      return false;
    }
    return a.length() == b.length() ? a.compareTo(b) < 0 : a.length() < b.length();
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
