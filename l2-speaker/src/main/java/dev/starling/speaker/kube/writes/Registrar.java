package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the API server's record of who announces what in line with what this speaker knows. What is
 * known comes in by the methods that are named for it, in any order and as often as one likes;
 * {@link #next} gives the write whose turn it is, and {@link #answered} wants to know how it went
 * before the next one. Only the last state of each thing waits, so an API server that was away gets
 * that and nothing of what went before. Of one thread.
 */
public final class Registrar {
  private static final long SYNC_MILLIS_MAX = 30_000;
  private static final long ROTATION_LOOK_MILLIS = 30_000;

  private final WriterRules rules;
  private final long startNanos;
  private final Outbox outbox;
  private final Patience patience;
  private final Statuses statuses;
  private final ServiceEvents events;
  private final @Nullable KeyRotation rotation;
  private final SortedMap<String, Long> attempts = new TreeMap<>();
  private final List<WriteNote> notes = new ArrayList<>();
  private Outbox.@Nullable Entry inFlight;
  private @Nullable Ownership owners;
  private Instant wall = Instant.EPOCH;
  private boolean statusesAwaited;
  private boolean leaving;

  /**
   * A registrar that knows nothing yet.
   *
   * @param seed of all chance: another one for each speaker and each life
   */
  public Registrar(WriterRules rules, long seed, long nowNanos) {
    this.rules = rules;
    startNanos = nowNanos;
    statusesAwaited = rules.status();
    outbox = new Outbox(Outbox.WRITES_MAX);
    patience = new Patience(seed);
    statuses = new Statuses(rules.node(), outbox, notes::add, nowNanos);
    events = new ServiceEvents(rules.node(), outbox, seed + 1, nowNanos);
    rotation = rules.keyPeriod() == null ? null : new KeyRotation(rules.keyPeriod(), nowNanos);
  }

  /** The Pod that this speaker is. Status objects written before this is known get it later. */
  public void pod(OwnerPod pod, long nowNanos) {
    if (rules.status()) {
      statuses.pod(pod, nowNanos);
    }
  }

  /** Who lives, by the view in force. To be told before the owners by that view. */
  public void members(Members members, long nowNanos) {
    events.members(members);
    if (rules.status()) {
      statuses.members(members, nowNanos);
    }
    if (rotation != null) {
      rotation.leader(members.leader(), nowNanos);
    }
  }

  /** Who announces which Service. */
  public void owners(Ownership ownership, long nowNanos) {
    if (leaving || ownership.equals(owners)) {
      return;
    }
    owners = ownership;
    if (rules.status()) {
      statuses.owners(ownership, nowNanos);
    }
    if (rules.events()) {
      events.owners(ownership, nowNanos);
    }
  }

  /** A stranger claims an IP of {@code service}. */
  public void conflict(ObjectName service, Conflict heard, long nowNanos) {
    if (rules.events() && !leaving) {
      events.conflict(service, heard, nowNanos);
    }
  }

  /** The API server has this status object, new or changed. */
  public void statusSeen(SeenStatus status, long nowNanos) {
    statuses.seen(status, nowNanos);
  }

  /** The API server has that status object no more. */
  public void statusGone(String name, String uid, long nowNanos) {
    statuses.vanished(name, uid, nowNanos);
  }

  /** All status objects that there are have been told, from the start or anew. */
  public void statusesListed(long nowNanos) {
    if (rules.status()) {
      statusesAwaited = false;
      statuses.listed(nowNanos);
    }
  }

  /** The API server knows no status objects, so that there is nothing to wait for. */
  public void statusesNotServed() {
    statusesAwaited = false;
  }

  /** The Secret with the key, or null where there is none. */
  public void secret(@Nullable KeySecret secret, long nowNanos) {
    if (rotation != null) {
      rotation.secret(secret, nowNanos);
    }
  }

  /**
   * Whether every member holds exactly the key in the Secret as its newest one. Who is expected and
   * not there counts as well, unless it reads the Secret before it joins.
   */
  public void keysSettled(boolean settled, long nowNanos) {
    if (rotation != null) {
      rotation.settled(settled, nowNanos);
    }
  }

  /** This speaker ends: what it has written goes, and nothing else is written. */
  public void leave(long nowNanos) {
    leaving = true;
    if (rules.status()) {
      statuses.leave(nowNanos);
    }
  }

  /**
   * The write whose turn it is, or null.
   *
   * @param wallTime the time of day
   */
  public @Nullable Write next(Instant wallTime, long nowNanos) {
    if (inFlight != null) {
      throw new IllegalStateException("not answered yet: " + inFlight.write());
    }
    wall = wallTime;
    tick(nowNanos);
    for (WriteKind kind : WriteKind.values()) {
      while (Times.hasCome(readyNanos(kind, nowNanos), nowNanos)) {
        Outbox.Entry entry = outbox.take(kind, nowNanos);
        if (entry == null) {
          break;
        }
        if (!isKnown(entry.write())) {
          inFlight = entry;
          return entry.write();
        }
      }
    }
    return null;
  }

  /** How the last write of {@link #next} went. */
  public void answered(Outcome outcome, long nowNanos) {
    Outbox.Entry tried = inFlight;
    if (tried == null) {
      throw new IllegalStateException("nothing was tried");
    }
    inFlight = null;
    Write write = tried.write();
    attempts.merge(write.kind().text() + "/" + outcome.text(), 1L, Long::sum);
    notes.addAll(patience.judge(write, outcome, nowNanos));
    if (mustWait(outcome)) {
      outbox.putBack(tried, nowNanos);
      return;
    }
    switch (write) {
      case Write.ApplyStatus _, Write.DeleteStatus _ -> statuses.answered(tried, outcome, nowNanos);
      case Write.PostEvent event -> events.answered(event, outcome, nowNanos);
      case Write.RotateKey(String version) -> rotated(version, outcome);
    }
  }

  /** When {@link #next} is to be asked again, if nothing becomes known before. */
  public long dueNanos(long nowNanos) {
    long due = rules.status() ? statuses.dueNanos() : Times.NEVER;
    if (rotation != null) {
      due = Times.earlier(due, Times.after(nowNanos, ROTATION_LOOK_MILLIS));
    }
    for (WriteKind kind : WriteKind.values()) {
      long first = outbox.dueNanos(kind);
      if (first != Times.NEVER) {
        due = Times.earlier(due, Times.later(first, readyNanos(kind, nowNanos)));
      }
    }
    return due;
  }

  /** What a person may want to know of what has happened since this was asked last. */
  public List<WriteNote> notes() {
    List<WriteNote> since = List.copyOf(notes);
    notes.clear();
    return since;
  }

  /** Whether nothing waits. */
  public boolean isIdle() {
    return outbox.size() == 0;
  }

  /** How the writes do. */
  public WriterStatus status(long nowNanos) {
    SortedMap<String, Long> dropped = new TreeMap<>();
    outbox.dropped().forEach((reason, count) -> dropped.put(reason.text(), count));
    return new WriterStatus(
        attempts,
        dropped,
        outbox.size(),
        patience.isFailing(),
        patience.lastError(),
        rotation == null ? null : rotation.verdict(wall, nowNanos));
  }

  private void tick(long nowNanos) {
    if (rules.status() && !leaving) {
      statuses.tick(nowNanos);
    }
    if (rotation == null) {
      return;
    }
    String version = leaving ? null : rotation.dueVersion(wall, nowNanos);
    if (version == null) {
      outbox.cancel("key", DropReason.REVERTED);
    } else {
      outbox.put(new Write.RotateKey(version), nowNanos);
    }
  }

  private long readyNanos(WriteKind kind, long nowNanos) {
    long ready = patience.readyNanos(kind, nowNanos);
    if (kind != WriteKind.EVENT) {
      return ready;
    }
    if (statusesAwaited) {
      ready = Times.later(ready, Times.after(startNanos, SYNC_MILLIS_MAX));
    }
    return Times.later(ready, events.readyNanos(nowNanos));
  }

  private boolean isKnown(Write write) {
    if (!(write instanceof Write.PostEvent(_, ServiceEvent event))) {
      return false;
    }
    OwnedService service = events.service(event);
    boolean inherited =
        rules.status()
            && service != null
            && statuses.isInherited(
                new StatusContent(event.service(), rules.node(), service.interfaces(), null));
    return events.isKnown(event, inherited);
  }

  private void rotated(String version, Outcome outcome) {
    if (rotation != null) {
      rotation.tried(version);
    }
    if (outcome instanceof Outcome.Written(_, String resourceVersion)) {
      notes.add(new WriteNote.KeyRotated(resourceVersion));
    } else if (outcome instanceof Outcome.Conflicted) {
      notes.add(new WriteNote.KeyRotationOvertaken());
    }
  }

  private static boolean mustWait(Outcome outcome) {
    return outcome instanceof Outcome.Unreachable
        || outcome instanceof Outcome.Throttled
        || outcome instanceof Outcome.Forbidden
        || outcome instanceof Outcome.NotServed;
  }
}
