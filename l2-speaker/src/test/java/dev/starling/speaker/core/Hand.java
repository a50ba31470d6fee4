package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;
import static dev.starling.speaker.core.Cast.GOOD;
import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.link;
import static dev.starling.speaker.core.Cast.member;

import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** One speaker, on the node a, moved by hand: each call is one step, {@link #last} its effects. */
final class Hand {
  static final long SETTLE_NANOS = 1000 * MILLI_NANOS;
  static final long LEASE_NANOS = 200 * MILLI_NANOS;

  final Speaker speaker;
  List<Effect> last = List.of();
  long nowNanos;

  /** What is answered for now, as last published. */
  SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();

  private long told;
  private final SortedMap<MemberId, Long> sequences = new TreeMap<>();

  Hand(long startNanos) {
    nowNanos = startNanos;
    speaker =
        new Speaker(
            member("a"), "a", new Speaker.Patience(SETTLE_NANOS, LEASE_NANOS), 1, startNanos);
  }

  /** Settled in a view of {@code nodes}, all of them known, on one link with a witness. */
  static Hand settled(Plan plan, String... nodes) {
    var hand = new Hand(0);
    hand.step(new Event.Configured(plan));
    hand.step(new Event.LinkSeen(link(ETH0, true, true)));
    View view = Cast.view(1, nodes);
    hand.step(new Event.ViewInstalled(view));
    hand.describeAll(view);
    hand.confirmAll();
    hand.after(SETTLE_NANOS / MILLI_NANOS);
    hand.confirmAll();
    return hand;
  }

  List<Effect> step(Event event) {
    last = speaker.step(event, nowNanos);
    for (Effect effect : last) {
      if (effect instanceof Effect.Publish(var next)) {
        answers = next;
      }
      if (effect instanceof Effect.Broadcast(PeerMessage.Described(long number, _, _, _))) {
        told = number;
      }
    }
    return last;
  }

  /** Lets time pass at once, whatever deadlines there were in between. */
  List<Effect> after(long millis) {
    nowNanos += millis * MILLI_NANOS;
    return step(new Event.TimePassed());
  }

  /** Goes from one deadline to the next, for this long; gives the number of steps. */
  int runMillis(long millis) {
    long endNanos = nowNanos + millis * MILLI_NANOS;
    int steps = 0;
    long next = speaker.nextDeadlineNanos();
    while (next != Instants.NEVER && next - endNanos <= 0) {
      if (next - nowNanos < 0) {
        throw new AssertionError("deadline lies " + (nowNanos - next) + " ns in the past");
      }
      nowNanos = next;
      step(new Event.TimePassed());
      next = speaker.nextDeadlineNanos();
      if (next != Instants.NEVER && next - nowNanos <= 0) {
        throw new AssertionError("no progress after " + steps + " steps: " + last);
      }
      steps++;
    }
    nowNanos = endNanos;
    return steps;
  }

  /** The other members of {@code view} say in it that they are settled and usable. */
  void describeAll(View view) {
    for (MemberId other : view.members()) {
      if (!other.equals(member("a"))) {
        describe(other, view, GOOD);
      }
    }
  }

  List<Effect> describe(MemberId other, View view, Description description) {
    long sequence = sequences.merge(other, 1L, Long::sum);
    return receive(other, Cast.said(sequence, view, description));
  }

  List<Effect> receive(MemberId from, PeerMessage message) {
    return step(new Event.MessageReceived(from, message));
  }

  /** The number of the description that was broadcast last. */
  long told() {
    return told;
  }

  /** Every other node's member confirms the description that was broadcast last. */
  void confirmAll() {
    for (String node : List.of("b", "c", "d", "e")) {
      receive(member(node), new PeerMessage.Applied(told));
    }
  }

  /** What is answered for on the first link. */
  SortedSet<ServiceIp> answered() {
    return answers.getOrDefault(ETH0, Collections.emptySortedSet());
  }

  /** The notes of that kind in the last step. */
  <T extends Note> List<T> notes(Class<T> kind) {
    List<T> notes = new ArrayList<>();
    for (Effect effect : last) {
      if (effect instanceof Effect.Tell(Note note) && kind.isInstance(note)) {
        notes.add(kind.cast(note));
      }
    }
    return notes;
  }

  /** The effects of that kind in the last step. */
  <T extends Effect> List<T> effects(Class<T> kind) {
    return last.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  SpeakerStatus status() {
    return speaker.status(Long.MAX_VALUE, nowNanos).get();
  }
}
