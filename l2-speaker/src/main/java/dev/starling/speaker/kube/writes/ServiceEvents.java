package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which Events are posted: at most one for each change of owner, by the new owner, or where there
 * is none by the last one, or by the leader if that one is gone. What cannot be posted at once
 * waits, and only the last state of a Service does. Speakers that see the same make no Event twice.
 */
final class ServiceEvents {
  private static final long SETTLE_MILLIS = 250;
  private static final long FAILED_MILLIS = 5_000;
  private static final int SERVICE_BURST = 10;
  private static final long SERVICE_MILLIS = 30_000;
  private static final int OVERALL_BURST = 100;
  private static final long OVERALL_MILLIS = 100;

  private final String self;
  private final Outbox outbox;
  private final SplittableRandom chance;
  private final TokenBucket overall;
  private final Conflicts conflicts = new Conflicts();
  private final SortedMap<ObjectName, Story> stories = new TreeMap<>();
  private Members members;

  /** What the cluster has been told of a Service, and what is true. */
  private static final class Story {
    private OwnedService service;
    private final TokenBucket tokens;

    /** The owner by the last Event; empty for nobody, null where none is known. */
    private @Nullable String told;

    private String toldFailure = "";

    private Story(OwnedService service, long nowNanos) {
      this.service = service;
      tokens = new TokenBucket(SERVICE_BURST, SERVICE_MILLIS, nowNanos);
    }
  }

  ServiceEvents(String self, Outbox outbox, long seed, long nowNanos) {
    this.self = self;
    this.outbox = outbox;
    chance = new SplittableRandom(seed);
    overall = new TokenBucket(OVERALL_BURST, OVERALL_MILLIS, nowNanos);
    members = new Members(new TreeSet<>(List.of(self)), false);
  }

  void members(Members next) {
    members = next;
  }

  void owners(Ownership next, long nowNanos) {
    for (ObjectName gone : List.copyOf(stories.keySet())) {
      if (!next.services().containsKey(gone)) {
        forget(gone);
      }
    }
    next.services().forEach((name, owned) -> owner(name, owned, nowNanos));
  }

  private void owner(ObjectName name, OwnedService now, long nowNanos) {
    Story story = stories.get(name);
    if (story != null && !story.service.uid().equals(now.uid())) {
      forget(name);
      story = null;
    }
    Owner before = story == null ? null : story.service.owner();
    if (story == null) {
      story = new Story(now, nowNanos);
      stories.put(name, story);
    }
    story.service = now;
    if (before == null || !before.isSameAs(now.owner())) {
      changed(name, story, before, nowNanos);
    }
  }

  private void changed(ObjectName name, Story story, @Nullable Owner before, long nowNanos) {
    OwnedService service = story.service;
    switch (service.owner()) {
      case Owner.Node node -> {
        story.toldFailure = "";
        if (!node.name().equals(self)) {
          story.told = node.name();
        }
        if (node.name().equals(story.told)) {
          outbox.cancel(ownerKey(name), DropReason.REVERTED);
        } else {
          String message = EventText.assigned(service, node);
          put(name, story, ServiceEvent.Reason.NODE_ASSIGNED, message, nowNanos);
        }
      }
      case Owner.Nobody nobody -> unowned(name, story, nobody, before, nowNanos);
    }
  }

  private void unowned(
      ObjectName name, Story story, Owner.Nobody now, @Nullable Owner before, long nowNanos) {
    String last = before instanceof Owner.Node node ? node.name() : "";
    boolean ours = last.equals(self) || (members.leader() && !members.nodes().contains(last));
    if (!ours) {
      story.told = "";
      story.toldFailure = now.failure() ? now.why() : "";
      outbox.cancel(ownerKey(name), DropReason.REVERTED);
    } else if (now.failure() && !now.why().equals(story.toldFailure)) {
      String message = EventText.failed(story.service, now.why());
      put(name, story, ServiceEvent.Reason.ANNOUNCE_FAILED, message, nowNanos);
    } else if (!now.failure() && story.told != null && !story.told.isEmpty()) {
      String of = last.isEmpty() ? story.told : last;
      String message = EventText.released(story.service, of, now.why());
      put(name, story, ServiceEvent.Reason.NODE_RELEASED, message, nowNanos);
    } else {
      outbox.cancel(ownerKey(name), DropReason.REVERTED);
    }
  }

  private void put(
      ObjectName name, Story story, ServiceEvent.Reason reason, String message, long nowNanos) {
    boolean failed = reason == ServiceEvent.Reason.ANNOUNCE_FAILED;
    long settled = Times.after(nowNanos, failed ? FAILED_MILLIS : SETTLE_MILLIS);
    if (failed && outbox.waiting(ownerKey(name)) != null) {
      outbox.cancel(ownerKey(name), DropReason.REPLACED);
    }
    outbox.put(
        new Write.PostEvent(ownerKey(name), event(name, story, reason, message, 1, nowNanos)),
        Times.later(settled, story.tokens.readyNanos(nowNanos)));
  }

  private ServiceEvent event(
      ObjectName name,
      Story story,
      ServiceEvent.Reason reason,
      String message,
      int count,
      long sinceNanos) {
    String eventName = name.name() + "." + HexFormat.of().toHexDigits(chance.nextLong());
    return new ServiceEvent(
        name, story.service.uid(), eventName, reason, message, count, sinceNanos);
  }

  /** A stranger claims {@code ip}. */
  void conflict(ObjectName name, Conflict heard, long nowNanos) {
    Story story = stories.get(name);
    if (story == null) {
      outbox.drop(DropReason.SERVICE_GONE);
      return;
    }
    Conflicts.Count count = conflicts.hear(name, heard, nowNanos);
    if (count == null) {
      outbox.drop(DropReason.QUEUE_FULL);
      return;
    }
    ServiceEvent event =
        event(
            name,
            story,
            ServiceEvent.Reason.ADDRESS_CONFLICT,
            EventText.conflict(heard.ip(), heard.link(), heard.mac()),
            count.times(),
            count.sinceNanos());
    long due =
        Times.later(
            Times.later(Times.after(nowNanos, SETTLE_MILLIS), count.earliestNanos()),
            story.tokens.readyNanos(nowNanos));
    outbox.putMore(new Write.PostEvent(Conflicts.key(name, heard), event), due);
  }

  /** Whether this one need not be posted: {@code inherited} says that the cluster knows it. */
  boolean isKnown(ServiceEvent event, boolean inherited) {
    Story story = stories.get(event.service());
    if (story == null
        || story.told != null
        || !inherited
        || event.reason() != ServiceEvent.Reason.NODE_ASSIGNED
        || !(story.service.owner() instanceof Owner.Node(_, _, String previous))
        || !previous.isEmpty()) {
      return false;
    }
    story.told = self;
    outbox.drop(DropReason.KNOWN);
    return true;
  }

  /** From when on the next one may be posted. */
  long readyNanos(long nowNanos) {
    return overall.readyNanos(nowNanos);
  }

  /** An attempt was answered. */
  void answered(Write.PostEvent tried, Outcome outcome, long nowNanos) {
    ServiceEvent event = tried.event();
    if (!(outcome instanceof Outcome.Written)) {
      outbox.drop(DropReason.REFUSED);
    }
    overall.take(nowNanos);
    Story story = stories.get(event.service());
    if (story == null) {
      return;
    }
    story.tokens.take(nowNanos);
    switch (event.reason()) {
      case NODE_ASSIGNED -> story.told = self;
      case NODE_RELEASED -> story.told = "";
      case ANNOUNCE_FAILED -> {
        story.told = "";
        story.toldFailure = story.service.owner() instanceof Owner.Nobody(String why, _) ? why : "";
      }
      case ADDRESS_CONFLICT -> conflicts.told(tried.key(), nowNanos);
    }
  }

  /** The Service of {@code event} as it is now, or null. */
  @Nullable OwnedService service(ServiceEvent event) {
    Story story = stories.get(event.service());
    return story == null ? null : story.service;
  }

  private void forget(ObjectName name) {
    stories.remove(name);
    outbox.cancel(ownerKey(name), DropReason.SERVICE_GONE);
    for (String key : conflicts.forget(name)) {
      outbox.cancel(key, DropReason.SERVICE_GONE);
    }
  }

  private static String ownerKey(ObjectName name) {
    return "owner/" + name;
  }
}
