package dev.starling.speaker.sim;

import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.detect.Signal;
import dev.starling.speaker.core.Effect;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.LinkState;
import dev.starling.speaker.core.PeerMessage;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The speakers, what runs them, and what lies between them. */
final class Cluster {
  private static final long MS = 1_000_000;

  /** The loop of a real speaker looks at its permit at least this often. */
  private static final long LOOK_NANOS = 25 * MS;

  /** How long a drain may take: the speaker's limit, and the way of the last message. */
  private static final long DRAIN_NANOS = 1_050 * MS;

  /** How often a message is looked at again whose view is not there yet. */
  private static final int LOOKS_MAX = 20;

  final Timeline timeline;
  final Faults faults;
  final Wires wires;
  final List<SimNode> nodes = new ArrayList<>();
  final List<ServiceIp> ips;
  final ServiceIp uniqueIp = ServiceIp.of("192.0.2.200");
  double loss;
  double duplication;
  long delayMaxNanos = MS / 2;
  SimNode.Timing timing = SimNode.Timing.standard();
  Sabotage sabotage = Sabotage.NONE;

  /** Whether all watch all, without which nothing is promised for the unique IP. */
  boolean allWatchAll = true;

  private final SplittableRandom random;
  private final Groups groups;
  private final Segment segment;
  private final SortedMap<MemberId, SimNode> byId = new TreeMap<>();
  private final StringBuilder story = new StringBuilder();
  private final Runnable check;

  Cluster(int size, long seed, Runnable check) {
    random = new SplittableRandom(seed);
    timeline = new Timeline(random.nextLong());
    faults = new Faults(size);
    wires = new Wires(this, random.split());
    groups = new Groups(this);
    segment = new Segment(this, size, random.split());
    this.check = check;
    ips =
        List.of(
            ServiceIp.of("192.0.2." + random.nextInt(1, 100)),
            ServiceIp.of("2001:db8::" + random.nextInt(1, 100)),
            ServiceIp.of("192.0.2." + random.nextInt(100, 200)),
            uniqueIp);
    for (int i = 0; i < size; i++) {
      SimNode notYet = newLife(i);
      notYet.alive = false;
      nodes.add(notYet);
    }
  }

  long nowNanos() {
    return timeline.nowNanos();
  }

  /** Everything that happened so far, one line each. */
  String story() {
    return story.toString();
  }

  void say(String line) {
    if (story.length() < 200_000) {
      story.append(timeline.nowNanos() / MS % 1_000_000).append(' ').append(line).append('\n');
    }
  }

  void runMillis(long millis) {
    timeline.run(millis * MS, check);
  }

  /** Starts the process on node {@code index}, anew if one ran there before. */
  void start(int index) {
    nodes.set(index, newLife(index));
    SimNode node = nodes.get(index);
    say("start " + node.name);
    groups.start(node);
    step(node, new Event.Configured(plan(node, false)));
    link(node, true);
    look(node);
  }

  private SimNode newLife(int index) {
    MemberId id = MemberId.of(SimNode.nameOf(index), random.nextLong());
    var node = new SimNode(index, id, timing, random.nextLong(), timeline.nowNanos());
    byId.put(id, node);
    return node;
  }

  /** The process ends without a word; its kernel tells whoever asks. */
  void kill(int index) {
    SimNode node = nodes.get(index);
    say("kill " + node.name);
    node.alive = false;
    node.endedNanos = nowNanos();
    for (SimNode other : nodes) {
      if (other != node && random.nextInt(3) > 0) {
        timeline.in(
            random.nextLong(30 * MS),
            () -> {
              if (other.isAwake(nowNanos()) && faults.areConnected(other.index, index)) {
                perform(other, other.detector.portUnreachable(node.id, nowNanos()));
              }
            });
      }
    }
  }

  void pause(int index, long millis) {
    SimNode node = nodes.get(index);
    say("pause " + node.name + " for " + millis);
    node.pausedUntilNanos = nowNanos() + millis * MS;
  }

  void drain(int index, boolean draining) {
    SimNode node = nodes.get(index);
    if (node.alive) {
      say((draining ? "drain " : "undrain ") + node.name);
      node.draining = draining;
      whenAwake(
          node,
          () -> {
            node.drainUntilNanos = nowNanos() + (draining ? DRAIN_NANOS : 0);
            step(node, new Event.Configured(plan(node, draining)));
          });
    }
  }

  /** SIGTERM: hand over, then leave. */
  void terminate(int index) {
    SimNode node = nodes.get(index);
    if (node.alive) {
      say("terminate " + node.name);
      node.draining = true;
      whenAwake(
          node,
          () -> {
            node.drainUntilNanos = nowNanos() + DRAIN_NANOS;
            step(node, new Event.DrainRequested());
          });
      if (sabotage == Sabotage.BREAK_BEFORE_MAKE) {
        node.answers = new TreeMap<>();
      }
    }
  }

  void link(SimNode node, boolean usable) {
    say("link of " + node.name + (usable ? " up" : " down"));
    node.linkUp = usable;
    String mac = segment.macOf(node.index);
    var state =
        new LinkState(SimNode.LINK, true, usable, usable, usable, mac, 2, true, 0, false, false);
    whenAwake(node, () -> step(node, new Event.LinkSeen(state)));
  }

  private Plan plan(SimNode node, boolean drain) {
    var expected = new TreeSet<String>();
    for (int i = 0; i < nodes.size(); i++) {
      expected.add(SimNode.nameOf(i));
    }
    var links = new TreeSet<>(List.of(SimNode.LINK));
    TreeSet<String> eligible = null;
    if (sabotage == Sabotage.DIFFERENT_PLAN && node.index == 0) {
      eligible = new TreeSet<>(List.of(node.name));
    }
    var available = new TreeSet<>(ips.subList(0, ips.size() - 1));
    var unique = new TreeSet<>(List.of(uniqueIp));
    return new Plan(
        expected,
        List.of(
            ServicePlan.alike("web", available, links, eligible, false),
            ServicePlan.alike("lock", unique, links, null, sabotage != Sabotage.IGNORE_MAJORITY)),
        drain);
  }

  @Nullable SimNode node(MemberId id) {
    return byId.get(id);
  }

  /** Hands {@code event} to the speaker, as its loop would: the permit is looked at first. */
  void step(SimNode node, Event event) {
    if (!node.alive) {
      return;
    }
    if (sabotage == Sabotage.NEVER_YIELD && event instanceof Event.OutsiderHeard) {
      return;
    }
    boolean held = node.hasPermit(nowNanos());
    if (held != node.permitHeld) {
      node.permitHeld = held;
      act(node, node.speaker.step(new Event.PermitChanged(held), nowNanos()));
    }
    act(node, node.speaker.step(event, nowNanos()));
    wakeSpeaker(node);
  }

  private void act(SimNode node, List<Effect> effects) {
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Publish(var answers) -> {
          say(node.name + " answers for " + answers);
          if (sabotage != Sabotage.KEEP_ANSWERS_AFTER_RELEASE
              || answers.values().stream().mapToInt(a -> a.size()).sum()
                  >= node.published().size()) {
            node.answers = sabotage == Sabotage.NEVER_CLAIM ? new TreeMap<>() : answers;
          }
        }
        case Effect.Announce announce -> {
          SortedSet<ServiceIp> answered =
              node.answers.getOrDefault(announce.link(), new TreeSet<>());
          if (!announce.items().stream().allMatch(item -> answered.contains(item.key()))
              && sabotage == Sabotage.NONE) {
            throw new AssertionError(node.name + " announces what it does not answer for");
          }
          segment.announce(node, announce.items().stream().map(item -> item.key()).toList());
          timeline.in(MS / 10, () -> whenAwake(node, () -> step(node, new Event.Announced())));
        }
        case Effect.Broadcast(PeerMessage message) -> {
          for (MemberId member : Objects.requireNonNull(node.view).members()) {
            deliver(node, member, message);
          }
        }
        case Effect.Send(MemberId to, PeerMessage message) -> deliver(node, to, message);
        case Effect.AskWitness _ -> askWitness(node);
        case Effect.Ask(_, List<ServiceIp> asked) -> segment.ask(node, asked);
        case Effect.Hail _ -> groups.helloNow(node);
        case Effect.Tell _ -> {}
        case Effect.Leave _ -> groups.leave(node);
      }
    }
  }

  private void deliver(SimNode from, MemberId to, PeerMessage message) {
    SimNode target = node(to);
    if (target == null || target == from) {
      return;
    }
    PeerMessage copy = PeerMessage.parse(PeerMessage.encode(message));
    wires.reliably(from, target, () -> arrive(from, target, copy, LOOKS_MAX));
  }

  /* What comes before its view is kept back until the view is there. */
  private void arrive(SimNode from, SimNode target, @Nullable PeerMessage message, int left) {
    View view = target.view;
    if (view != null && view.members().contains(from.id)) {
      step(target, new Event.MessageReceived(from.id, message));
    } else if (left > 0) {
      timeline.in(20 * MS, () -> whenAwake(target, () -> arrive(from, target, message, left - 1)));
    }
  }

  private void askWitness(SimNode node) {
    boolean answers = faults.hearsClient(node.index) || sabotage == Sabotage.NO_WITNESS;
    if (answers && random.nextDouble() >= loss) {
      timeline.in(
          MS + random.nextLong(delayMaxNanos + 1),
          () -> whenAwake(node, () -> step(node, new Event.WitnessHeard())));
    }
  }

  /** Carries out what a detector wants. */
  void perform(SimNode node, List<dev.starling.membership.detect.Effect> effects) {
    for (var effect : effects) {
      switch (effect) {
        case dev.starling.membership.detect.Effect.Send(MemberId to, Signal signal) ->
            signal(node, to, signal);
        case dev.starling.membership.detect.Effect.Suspect(
                MemberId of,
                long heard,
                boolean silent,
                boolean first) -> {
          if (first) {
            say(node.name + " suspects " + of);
            step(node, new Event.Suspected(of, heard, silent));
          }
          groups.suspect(node, of);
        }
        case dev.starling.membership.detect.Effect.Unsuspect(MemberId of) -> {
          node.suspected.remove(of);
          step(node, new Event.Unsuspected(of));
        }
        case dev.starling.membership.detect.Effect.Knock(MemberId at) -> knock(node, at);
      }
    }
    wakeDetector(node);
  }

  private void knock(SimNode node, MemberId at) {
    SimNode target = node(at);
    if (target != null && faults.rejects(target.index)) {
      timeline.in(
          MS / 10,
          () ->
              whenAwake(node, () -> perform(node, node.detector.portUnreachable(at, nowNanos()))));
    }
  }

  private void signal(SimNode from, MemberId to, Signal signal) {
    SimNode target = node(to);
    if (target != null) {
      wires.unreliably(
          from,
          target,
          () -> perform(target, target.detector.received(from.id, signal, nowNanos())));
    }
  }

  /** Runs when {@code node} is running again; never, if it has ended by then. */
  void whenAwake(SimNode node, Runnable action) {
    if (!node.alive) {
      return;
    }
    if (node.isAwake(nowNanos())) {
      action.run();
    } else {
      timeline.at(node.pausedUntilNanos, () -> whenAwake(node, action));
    }
  }

  private void look(SimNode node) {
    if (node.alive) {
      timeline.in(LOOK_NANOS, () -> whenAwake(node, () -> lookNow(node)));
    }
  }

  private void lookNow(SimNode node) {
    if (node.hasPermit(nowNanos()) != node.permitHeld) {
      step(node, new Event.TimePassed());
    }
    look(node);
  }

  private void wakeSpeaker(SimNode node) {
    long deadline = node.speaker.nextDeadlineNanos();
    if (deadline != Long.MAX_VALUE && deadline != node.speakerWakeNanos) {
      node.speakerWakeNanos = deadline;
      timeline.at(
          deadline,
          () -> {
            if (node.speakerWakeNanos == deadline) {
              whenAwake(
                  node,
                  () -> {
                    node.speakerWakeNanos = nowNanos() - 1;
                    step(node, new Event.TimePassed());
                  });
            }
          });
    }
  }

  private void wakeDetector(SimNode node) {
    long deadline = node.detector.nextDeadlineNanos();
    if (deadline != Long.MAX_VALUE && deadline != node.detectorWakeNanos) {
      node.detectorWakeNanos = deadline;
      timeline.at(
          deadline,
          () -> {
            if (node.detectorWakeNanos == deadline) {
              whenAwake(node, () -> perform(node, node.detector.tick(nowNanos())));
            }
          });
    }
  }
}
