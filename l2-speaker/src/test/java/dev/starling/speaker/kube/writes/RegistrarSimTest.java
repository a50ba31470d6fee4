package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Some speakers, a server in trouble, nodes that die, owners that change, and who wrote what. */
class RegistrarSimTest {
  private static final int NODES = 4;
  private static final int SERVICES = 5;
  private static final long QUIET_MILLIS = 72L * 3_600_000;

  private final List<String> story = new ArrayList<>();
  private final SortedMap<String, SimSpeaker> speakers = new TreeMap<>();
  private final SortedMap<ObjectName, OwnedService> services = new TreeMap<>();
  private final SortedMap<ObjectName, Integer> changes = new TreeMap<>();
  private SplittableRandom chance = new SplittableRandom(0);
  private ServerModel server = new ServerModel(chance, story);
  private long nowNanos;
  private String leader = "";

  @RepeatedTest(150)
  void theRecordIsRightOnceAllIsQuiet(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    live(seed);
    server.trouble(ServerModel.Trouble.NONE);
    pass(QUIET_MILLIS);
    assertThat(server.record()).as(told(seed)).isEqualTo(owners());
    assertThat(server.needlessApplies()).as("needless, " + told(seed)).isZero();
    assertThat(server.needlessDeletes()).as("needless, " + told(seed)).isZero();
    long version = server.version();
    pass(QUIET_MILLIS);
    assertThat(server.version()).as("churn, " + told(seed)).isEqualTo(version);
    eventsPerService()
        .forEach(
            (service, count) ->
                assertThat(count)
                    .as("events of " + service + ", " + told(seed))
                    .isLessThanOrEqualTo(changes.getOrDefault(service, 0)));
  }

  @RepeatedTest(50)
  void whoEndsLeavesNothingBehind(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    live(seed);
    server.trouble(ServerModel.Trouble.NONE);
    pass(QUIET_MILLIS);
    speakers.values().forEach(speaker -> speaker.registrar().leave(nowNanos));
    pass(1_000);
    assertThat(server.objects()).as(told(seed)).isEmpty();
  }

  @RepeatedTest(20)
  void halvesOfASplitThatBothReachTheServerDoNotFight(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    begin(seed);
    long version = server.version();
    for (SimSpeaker speaker : speakers.values()) {
      String node = speaker.node();
      speaker.learn(World.members(true, node), World.ownership("s0", World.owned(node)));
    }
    pass(24L * 3_600_000);
    assertThat(server.version() - version)
        .as("changes in a day, " + told(seed))
        .isBetween(2L * NODES, 50L * NODES);
    decide();
    pass(QUIET_MILLIS);
    assertThat(server.record()).as(told(seed)).isEqualTo(owners());
  }

  private void live(long seed) {
    begin(seed);
    int steps = 10 + chance.nextInt(60);
    for (int i = 0; i < steps; i++) {
      pass(wait(chance.nextInt(4)));
      disturb(chance.nextInt(10));
      decide();
    }
  }

  private void begin(long seed) {
    chance = new SplittableRandom(seed);
    server = new ServerModel(chance.split(), story);
    nowNanos = seed % 3 == 0 ? Long.MAX_VALUE - World.nanos(20_000) : chance.nextLong();
    for (int i = 0; i < NODES; i++) {
      start("n" + i);
    }
    decide();
  }

  private long wait(int kind) {
    return switch (kind) {
      case 0 -> chance.nextInt(50);
      case 1 -> chance.nextInt(1_000);
      case 2 -> chance.nextInt(20_000);
      default -> chance.nextInt(200_000);
    };
  }

  private void disturb(int kind) {
    List<String> objects = List.copyOf(server.objects().keySet());
    switch (kind) {
      case 0, 1 -> toggle("n" + chance.nextInt(NODES));
      case 2, 3, 4 -> withhold(World.service("s" + chance.nextInt(SERVICES)));
      case 5, 6 -> {
        ServerModel.Trouble[] all = ServerModel.Trouble.values();
        ServerModel.Trouble next = all[chance.nextInt(all.length)];
        story.add("trouble " + next);
        server.trouble(next);
      }
      case 7 -> {
        if (!objects.isEmpty()) {
          server.takeAway(objects.get(chance.nextInt(objects.size())));
        }
      }
      case 8 -> {
        if (!objects.isEmpty()) {
          server.disturb(objects.get(chance.nextInt(objects.size())));
        }
      }
      default -> server.trouble(ServerModel.Trouble.NONE);
    }
  }

  private void start(String node) {
    story.add(node + " starts");
    speakers.put(node, new SimSpeaker(node, server, chance.split(), nowNanos));
  }

  private void toggle(String node) {
    SimSpeaker speaker = speakers.get(node);
    if (speaker == null) {
      start(node);
    } else if (speakers.size() > 1) {
      story.add(node + " dies");
      speaker.die();
      speakers.remove(node);
    }
  }

  private void withhold(ObjectName service) {
    OwnedService now = services.get(service);
    boolean withheld = now != null && now.owner() instanceof Owner.Nobody;
    Owner owner =
        withheld
            ? new Owner.Node("", "", "")
            : new Owner.Nobody("why" + chance.nextInt(2), chance.nextBoolean());
    services.put(service, World.owned(owner));
    if (!withheld) {
      changes.merge(service, 1, Integer::sum);
    }
    story.add(service + (withheld ? " is wanted" : " is withheld"));
  }

  /** Tells every living speaker who owns what. */
  private void decide() {
    SortedSet<String> living = new TreeSet<>(speakers.keySet());
    if (!leader.equals(living.getFirst())) {
      leader = living.getFirst();
      services.keySet().forEach(service -> changes.merge(service, 1, Integer::sum));
    }
    for (int i = 0; i < SERVICES; i++) {
      ObjectName name = World.service("s" + i);
      OwnedService before = services.get(name);
      Owner owner = before == null ? new Owner.Node("", "", "") : before.owner();
      if (owner instanceof Owner.Node) {
        owner = new Owner.Node(List.copyOf(living).get(i % living.size()), "", "");
      }
      if (before == null || !before.owner().isSameAs(owner)) {
        changes.merge(name, 1, Integer::sum);
      }
      services.put(name, World.owned(owner));
    }
    Ownership ownership = new Ownership(services);
    speakers.forEach(
        (node, speaker) -> speaker.learn(new Members(living, node.equals(leader)), ownership));
  }

  private void pass(long millis) {
    long end = nowNanos + World.nanos(millis);
    while (end - nowNanos > 0) {
      long step = Math.min(World.nanos(millis > 1_000_000 ? 60_000 : 20), end - nowNanos);
      nowNanos += step;
      List.copyOf(speakers.values()).forEach(speaker -> speaker.run(nowNanos));
    }
  }

  private Map<ObjectName, List<String>> owners() {
    Map<ObjectName, List<String>> owners = new TreeMap<>();
    services.forEach(
        (name, service) -> {
          if (service.owner() instanceof Owner.Node node) {
            owners.put(name, List.of(node.name()));
          }
        });
    return owners;
  }

  private Map<ObjectName, Integer> eventsPerService() {
    Map<ObjectName, Integer> counts = new TreeMap<>();
    server.events().values().forEach(event -> counts.merge(event.service(), 1, Integer::sum));
    return counts;
  }

  private String told(long seed) {
    return "-Dseed=" + seed + "\n" + String.join("\n", story);
  }
}
