package dev.starling.speaker.kube.writes;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A speaker's registrar with its delays: what it hears comes late, and each write takes a while.
 */
final class SimSpeaker {
  private static final int WRITE_MILLIS_MAX = 40;
  private static final int SHORT_DELAY_MILLIS_MAX = 30;
  private static final int DELAY_MILLIS_MAX = 3_000;

  private final String node;
  private final Registrar registrar;
  private final ServerModel server;
  private final SplittableRandom chance;
  private final BiConsumer<String, @Nullable SeenStatus> watcher = this::hear;
  private final Deque<Heard> inbox = new ArrayDeque<>();
  private @Nullable Outcome answer;
  private long answerNanos;
  private long nowNanos;
  private @Nullable Ownership ownership;
  private Members members = new Members(World.NONE, false);

  private record Heard(long atNanos, LongConsumer act) {}

  SimSpeaker(String node, ServerModel server, SplittableRandom chance, long nowNanos) {
    this.node = node;
    this.server = server;
    this.chance = chance;
    this.nowNanos = nowNanos;
    WriterRules rules = new WriterRules(node, true, true, null);
    registrar = new Registrar(rules, chance.nextLong(), nowNanos);
    server.objects().values().forEach(status -> hear(status.name(), status));
    later(registrar::statusesListed);
    server.watch(watcher);
  }

  String node() {
    return node;
  }

  Registrar registrar() {
    return registrar;
  }

  void die() {
    server.unwatch(watcher);
  }

  void learn(Members view, Ownership next) {
    later(
        now -> {
          ownership = next;
          members = view;
          registrar.members(view, now);
          registrar.owners(next, now);
        });
  }

  private void hear(String name, @Nullable SeenStatus status) {
    if (status == null) {
      String[] parts = name.split(" ", -1);
      later(now -> registrar.statusGone(parts[0], parts[1], now));
    } else {
      later(now -> registrar.statusSeen(status, now));
    }
  }

  private void later(LongConsumer act) {
    long after = inbox.isEmpty() ? nowNanos : inbox.getLast().atNanos();
    long from = after - nowNanos < 0 ? nowNanos : after;
    int delay = chance.nextInt(20) == 0 ? DELAY_MILLIS_MAX : SHORT_DELAY_MILLIS_MAX;
    inbox.addLast(new Heard(from + World.nanos(chance.nextInt(delay)), act));
  }

  /** Lives until then, write by write. */
  void run(long untilNanos) {
    while (true) {
      if (answer != null) {
        if (untilNanos - answerNanos < 0) {
          break;
        }
        nowNanos = answerNanos;
        registrar.answered(answer, nowNanos);
        answer = null;
        registrar.notes();
      }
      while (!inbox.isEmpty() && nowNanos - inbox.getFirst().atNanos() >= 0) {
        inbox.removeFirst().act().accept(nowNanos);
      }
      Write write = registrar.next(Instant.EPOCH, nowNanos);
      if (write != null) {
        check(write);
        answer = server.perform(node, write);
        answerNanos = nowNanos + World.nanos(1 + chance.nextInt(WRITE_MILLIS_MAX));
        continue;
      }
      long due = registrar.dueNanos(nowNanos);
      if (!inbox.isEmpty()) {
        due = Times.earlier(due, inbox.getFirst().atNanos());
      }
      if (due == Times.NEVER || due - untilNanos > 0) {
        break;
      }
      nowNanos = Times.later(nowNanos, due);
    }
    nowNanos = Times.later(nowNanos, untilNanos);
  }

  private void check(Write write) {
    if (write instanceof Write.DeleteStatus(String name, _)) {
      SeenStatus status = server.objects().get(name);
      String of = status == null ? node : status.nodeLabel();
      boolean dead = members.leader() && !members.nodes().contains(of);
      if (!of.equals(node) && !dead) {
        throw new AssertionError(node + " deletes what is another's: " + status);
      }
    }
    if (write instanceof Write.ApplyStatus(StatusContent content)) {
      OwnedService owned = ownership == null ? null : ownership.services().get(content.service());
      if (!content.node().equals(node) || owned == null || !owned.owner().is(node)) {
        throw new AssertionError(node + " does not own what it writes: " + write);
      }
    }
  }
}
