package dev.starling.speaker.kube.writer;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.KeySecret;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.OwnerPod;
import dev.starling.speaker.kube.writes.Ownership;
import dev.starling.speaker.kube.writes.Registrar;
import dev.starling.speaker.kube.writes.SeenStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What has become known since the writer looked last. Of each thing only the newest is kept, so
 * that it does not grow while a request takes its time, and whoever puts something in never waits.
 */
final class Inbox {
  private static final int CONFLICTS_MAX = 1_000;
  private static final int STATUSES_MAX = 200_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private News news = new News();
  private boolean closing;
  private long lost;

  /** Everything new. */
  private static final class News {
    private @Nullable OwnerPod pod;
    private @Nullable Members members;
    private @Nullable Ownership owners;
    private @Nullable Boolean keysSettled;
    private boolean secretChanged;
    private @Nullable KeySecret secret;
    private boolean statusesListed;
    private boolean statusesNotServed;
    private final Map<String, Status> statuses = new LinkedHashMap<>();
    private final List<Heard> conflicts = new ArrayList<>();
    private boolean any;
  }

  /** The state of an object, or null where it is gone. */
  private record Status(String uid, @Nullable SeenStatus seen) {}

  private record Heard(ObjectName service, Conflict conflict) {}

  /** Puts something in. */
  @FunctionalInterface
  private interface Change {
    void to(News news);
  }

  void pod(OwnerPod pod) {
    put(news -> news.pod = pod);
  }

  void members(Members members) {
    put(news -> news.members = members);
  }

  void owners(Ownership owners) {
    put(news -> news.owners = owners);
  }

  void keysSettled(boolean settled) {
    put(news -> news.keysSettled = settled);
  }

  void secret(@Nullable KeySecret secret) {
    put(
        news -> {
          news.secretChanged = true;
          news.secret = secret;
        });
  }

  void statusesListed() {
    put(news -> news.statusesListed = true);
  }

  void statusesNotServed() {
    put(news -> news.statusesNotServed = true);
  }

  void status(String name, String uid, @Nullable SeenStatus seen) {
    put(
        news -> {
          if (news.statuses.size() < STATUSES_MAX || news.statuses.containsKey(name)) {
            news.statuses.put(name, new Status(uid, seen));
          } else {
            lost++;
          }
        });
  }

  void conflict(ObjectName service, Conflict conflict) {
    put(
        news -> {
          if (news.conflicts.size() < CONFLICTS_MAX) {
            news.conflicts.add(new Heard(service, conflict));
          } else {
            lost++;
          }
        });
  }

  /** Nothing more is to be expected. */
  void close() {
    lock.lock();
    try {
      closing = true;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosing() {
    lock.lock();
    try {
      return closing;
    } finally {
      lock.unlock();
    }
  }

  /** What found no room. */
  long lost() {
    lock.lock();
    try {
      return lost;
    } finally {
      lock.unlock();
    }
  }

  private void put(Change change) {
    lock.lock();
    try {
      change.to(news);
      news.any = true;
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for something new, until {@code dueNanos} at the latest, and tells it to {@code
   * registrar}: who lives before who owns.
   *
   * @param dueNanos {@link Long#MAX_VALUE} for as long as it takes
   */
  void drain(Registrar registrar, long dueNanos) throws InterruptedException {
    News drained;
    lock.lockInterruptibly();
    try {
      while (!news.any && !closing) {
        if (dueNanos == Long.MAX_VALUE) {
          filled.await();
        } else {
          long waitNanos = dueNanos - System.nanoTime();
          if (waitNanos <= 0 || filled.await(waitNanos, TimeUnit.NANOSECONDS)) {
            break;
          }
        }
      }
      drained = news;
      news = new News();
    } finally {
      lock.unlock();
    }
    tell(drained, registrar, System.nanoTime());
  }

  private static void tell(News news, Registrar registrar, long nowNanos) {
    if (news.pod != null) {
      registrar.pod(news.pod, nowNanos);
    }
    news.statuses.forEach(
        (name, status) -> {
          if (status.seen() == null) {
            registrar.statusGone(name, status.uid(), nowNanos);
          } else {
            registrar.statusSeen(status.seen(), nowNanos);
          }
        });
    if (news.statusesListed) {
      registrar.statusesListed(nowNanos);
    }
    if (news.statusesNotServed) {
      registrar.statusesNotServed();
    }
    if (news.members != null) {
      registrar.members(news.members, nowNanos);
    }
    if (news.owners != null) {
      registrar.owners(news.owners, nowNanos);
    }
    news.conflicts.forEach(heard -> registrar.conflict(heard.service, heard.conflict, nowNanos));
    if (news.secretChanged) {
      registrar.secret(news.secret, nowNanos);
    }
    if (news.keysSettled != null) {
      registrar.keysSettled(news.keysSettled, nowNanos);
    }
  }
}
