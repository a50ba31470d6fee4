package dev.starling.speaker.kube.writer;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.KeySecret;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.OwnerPod;
import dev.starling.speaker.kube.writes.Ownership;
import dev.starling.speaker.kube.writes.Registrar;
import dev.starling.speaker.kube.writes.SeenStatus;
import dev.starling.speaker.kube.writes.Write;
import dev.starling.speaker.kube.writes.WriteNote;
import dev.starling.speaker.kube.writes.WriterRules;
import dev.starling.speaker.kube.writes.WriterStatus;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes to the API server on a thread of its own. Whatever is told to it is taken at once; nobody
 * ever waits for the server but that thread. Of any thread.
 */
public final class KubeWriter implements AutoCloseable {
  private static final long CLOSE_MILLIS = 1_000;
  private static final long LAST_WRITES_MILLIS = 800;

  private final Inbox inbox = new Inbox();
  private final Registrar registrar;
  private final WriteExchange exchange;
  private final Consumer<WriteNote> tell;
  private final Thread thread;
  private volatile WriterStatus status;

  /**
   * A writer that does nothing before {@link #start}.
   *
   * @param tell hears what a person may want to know, on the writer's thread
   */
  public KubeWriter(WriterRules rules, WriteExchange exchange, Consumer<WriteNote> tell) {
    long nowNanos = System.nanoTime();
    registrar = new Registrar(rules, ThreadLocalRandom.current().nextLong(), nowNanos);
    this.exchange = exchange;
    this.tell = tell;
    status = registrar.status(nowNanos);
    thread = Thread.ofPlatform().daemon().name("kube-writer").unstarted(this::run);
  }

  /** Begins. Call once. */
  public void start() {
    thread.start();
  }

  /** The Pod that this speaker is. */
  public void pod(OwnerPod pod) {
    inbox.pod(pod);
  }

  /** Who lives, by the view in force; to be told before the owners by that view. */
  public void members(Members members) {
    inbox.members(members);
  }

  /** Who announces which Service. */
  public void owners(Ownership owners) {
    inbox.owners(owners);
  }

  /** A stranger claims an IP of {@code service}. */
  public void conflict(ObjectName service, Conflict conflict) {
    inbox.conflict(service, conflict);
  }

  /**
   * Whether every member holds exactly the key in the Secret as its newest one. Who is expected and
   * not there counts as well, unless it reads the Secret before it joins.
   */
  public void keysSettled(boolean settled) {
    inbox.keysSettled(settled);
  }

  /** The Secret with the key as it is now, or null where there is none. */
  public void secret(@Nullable KeySecret secret) {
    inbox.secret(secret);
  }

  /** The API server has this status object, new or changed. */
  public void statusSeen(SeenStatus seen) {
    inbox.status(seen.name(), seen.uid(), seen);
  }

  /** The API server has that status object no more. */
  public void statusGone(String name, String uid) {
    inbox.status(name, uid, null);
  }

  /** All status objects that there are have been told. */
  public void statusesListed() {
    inbox.statusesListed();
  }

  /** The API server does not know status objects. */
  public void statusesNotServed() {
    inbox.statusesNotServed();
  }

  /** How the writes do. */
  public WriterStatus status() {
    return status;
  }

  /** How much was told that found no room. */
  public long lost() {
    return inbox.lost();
  }

  /**
   * Removes this speaker's status objects as far as that goes within 800 ms, and ends within a
   * second. One that was not started has nothing to remove.
   */
  @Override
  public void close() {
    inbox.close();
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    try {
      if (!thread.join(Duration.ofMillis(LAST_WRITES_MILLIS))) {
        thread.interrupt();
        thread.join(CLOSE_MILLIS - LAST_WRITES_MILLIS);
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      work();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // The record at the API server is no reason to stop answering for the IPs.
      WriteNote ended = new WriteNote.WriterEnded(e.toString());
      status = status.ended(ended.text());
      tell.accept(ended);
    }
  }

  private void work() throws InterruptedException {
    long dueNanos = System.nanoTime();
    boolean leaving = false;
    long endNanos = 0;
    while (!Thread.currentThread().isInterrupted()) {
      inbox.drain(registrar, dueNanos);
      long nowNanos = System.nanoTime();
      if (!leaving && inbox.isClosing()) {
        leaving = true;
        endNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(LAST_WRITES_MILLIS);
        registrar.leave(nowNanos);
      }
      Write write = registrar.next(exchange.now(), nowNanos);
      if (write != null) {
        registrar.answered(exchange.perform(write, nowNanos), System.nanoTime());
        dueNanos = System.nanoTime();
      } else if (leaving) {
        return;
      } else {
        dueNanos = registrar.dueNanos(System.nanoTime());
      }
      registrar.notes().forEach(tell);
      status = registrar.status(System.nanoTime());
      if (leaving && System.nanoTime() - endNanos >= 0) {
        return;
      }
    }
  }
}
