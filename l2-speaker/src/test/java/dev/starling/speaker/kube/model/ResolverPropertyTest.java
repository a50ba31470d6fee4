package dev.starling.speaker.kube.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.Verdict.Announced;
import dev.starling.speaker.kube.model.Verdict.Withheld;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What holds of any cluster. */
class ResolverPropertyTest {
  /** What MetalLB does not know, or says in another word. */
  private static final List<WithheldReason> OURS =
      List.of(WithheldReason.UNUSABLE_IP, WithheldReason.IP_OF_NODE, WithheldReason.IP_TAKEN);

  @RepeatedTest(300)
  void exactlyOneMetalLbSpeakerWouldAnnounceAndItIsTheOwner(RepetitionInfo repetition) {
    long seed = seed(repetition);
    World world = new RandomWorld(seed).make();
    MetalLbReference reference = new MetalLbReference(world.snapshot(), world.rules);
    SortedSet<String> members = members(world, new Random(seed));
    Resolution resolution = world.resolve();
    for (KubeService service : world.services) {
      Verdict verdict = Objects.requireNonNull(resolution.services().get(service.name()));
      boolean noInterface = verdict.excluded().containsValue(NodeExclusion.NO_INTERFACE);
      if (noInterface || (verdict instanceof Withheld w && OURS.contains(w.reason()))) {
        continue;
      }
      String owner = owner(verdict, members);
      for (String self : members) {
        String reason = reference.reason(service, self, members);
        assertThat(reason.isEmpty())
            .as("seed %d: %s on %s: %s, %s", seed, service, self, reason, verdict)
            .isEqualTo(self.equals(owner));
        if (verdict instanceof Withheld withheld) {
          assertThat(reason)
              .as("seed %d: %s", seed, service)
              .isEqualTo(theirWord(withheld, reason));
        }
      }
    }
  }

  @RepeatedTest(300)
  void theInterfacesOfACandidateAreThoseOfMetalLb(RepetitionInfo repetition) {
    long seed = seed(repetition);
    World world = new RandomWorld(seed).make();
    MetalLbReference reference = new MetalLbReference(world.snapshot(), world.rules);
    Resolution resolution = world.resolve();
    for (KubeService service : world.services) {
      if (resolution.services().get(service.name()) instanceof Announced announced) {
        announced
            .candidates()
            .forEach(
                (node, candidate) -> {
                  SortedSet<String> expected = reference.interfaces(service, node);
                  if (expected != null) {
                    expected.remove("a/b");
                  }
                  assertThat(candidate.interfaces()).as("seed %d", seed).isEqualTo(expected);
                });
      }
    }
  }

  @RepeatedTest(200)
  void theOrderOfTheObjectsIsOfNoAccount(RepetitionInfo repetition) {
    long seed = seed(repetition);
    World world = new RandomWorld(seed).make();
    Resolution before = world.resolve();
    Random random = new Random(seed);
    Collections.shuffle(world.services, random);
    Collections.shuffle(world.endpoints, random);
    Collections.shuffle(world.nodes, random);
    Collections.shuffle(world.speakers, random);
    Collections.shuffle(world.pools, random);
    world.endpoints.replaceAll(
        slice -> new KubeEndpoints(slice.service(), shuffled(slice.endpoints(), random)));
    world.pools.replaceAll(
        pool ->
            new AddressPool(
                pool.name(),
                pool.labels(),
                pool.annotations(),
                shuffled(pool.addresses(), random)));
    world.ads.replaceAll(ad -> shuffled(ad, random));
    Collections.shuffle(world.ads, random);
    assertThat(world.resolve()).as("seed %d", seed).isEqualTo(before);
  }

  @RepeatedTest(200)
  void eachNodeIsEitherACandidateOrExcluded(RepetitionInfo repetition) {
    long seed = seed(repetition);
    World world = new RandomWorld(seed).make();
    TreeSet<String> known = new TreeSet<>(List.of("ghost"));
    world.nodes.forEach(node -> known.add(node.name()));
    world
        .resolve()
        .services()
        .forEach(
            (_, verdict) -> {
              TreeSet<String> told = new TreeSet<>(verdict.excluded().keySet());
              if (verdict instanceof Announced announced) {
                assertThat(announced.ips()).doesNotHaveDuplicates().isNotEmpty();
                assertThat(announced.candidates()).as("seed %d", seed).isNotEmpty();
                assertThat(announced.order())
                    .containsExactlyInAnyOrderElementsOf(announced.candidates().keySet());
                assertThat(told)
                    .as("seed %d", seed)
                    .doesNotContainAnyElementsOf(announced.candidates().keySet());
                told.addAll(announced.candidates().keySet());
              }
              if (!told.isEmpty()) {
                assertThat(told).as("seed %d", seed).isEqualTo(known);
              }
            });
  }

  @RepeatedTest(200)
  void aNodeThatGoesChangesOnlyWhatItWasACandidateFor(RepetitionInfo repetition) {
    long seed = seed(repetition);
    World world = new RandomWorld(seed).make();
    Resolution before = world.resolve();
    String gone = world.nodes.get(new Random(seed).nextInt(world.nodes.size())).name();
    world.nodes.removeIf(node -> node.name().equals(gone));
    Resolution after = world.resolve();
    before
        .services()
        .forEach(
            (name, verdict) -> {
              if (verdict instanceof Announced was) {
                List<String> left = new ArrayList<>(was.order());
                left.remove(gone);
                Verdict is = after.services().get(name);
                List<String> order =
                    is instanceof Announced announced ? announced.order() : List.of();
                assertThat(order).as("seed %d: %s without %s", seed, name, gone).isEqualTo(left);
              }
            });
    assertThat(after.peers()).isEqualTo(before.peers());
  }

  @RepeatedTest(100)
  void whatIsForNoServiceChangesNone(RepetitionInfo repetition) {
    long seed = seed(repetition);
    World world = new RandomWorld(seed).make();
    Resolution before = world.resolve();
    world.ad(
        new World.Ad("z").services(World.labels("x", "nowhere")).prefer(9, World.labels()).build());
    world.pools.add(World.pool("z", "203.0.113.0/24"));
    world.endpoints.add(
        new KubeEndpoints(new ObjectName("other", "s0"), List.of(World.ready("n0"))));
    assertThat(world.resolve()).as("seed %d", seed).isEqualTo(before);
  }

  @Test
  void theClustersOfChanceHaveEverything() {
    SortedSet<WithheldReason> reasons = new TreeSet<>();
    SortedSet<NodeExclusion> exclusions = new TreeSet<>();
    int announced = 0;
    int shared = 0;
    for (long seed = 1; seed <= 300; seed++) {
      Resolution resolution = new RandomWorld(seed).make().resolve();
      shared += resolution.shared().size();
      for (Verdict verdict : resolution.services().values()) {
        exclusions.addAll(verdict.excluded().values());
        if (verdict instanceof Withheld withheld) {
          reasons.add(withheld.reason());
        } else {
          announced++;
        }
      }
    }
    assertThat(announced).isGreaterThan(150);
    assertThat(shared).isGreaterThan(10);
    assertThat(exclusions).containsExactly(NodeExclusion.values());
    assertThat(EnumSet.complementOf(EnumSet.copyOf(reasons)))
        .containsExactly(
            WithheldReason.NAME_TOO_LONG,
            WithheldReason.TOO_MANY_IPS,
            WithheldReason.UNUSABLE_IP,
            WithheldReason.TOO_MANY_SERVICES,
            WithheldReason.UNIQUE_NEEDS_OBSERVERS);
  }

  private static String theirWord(Withheld withheld, String reason) {
    return switch (withheld.reason()) {
      case NO_SERVABLE_ENDPOINT -> "notOwner";
      // On a node that no advertisement selects, MetalLB says that instead.
      case NO_CANDIDATE -> reason.equals("noMatchingAdvertisement") ? reason : "notOwner";
      default -> withheld.reason().word();
    };
  }

  private static @Nullable String owner(Verdict verdict, SortedSet<String> members) {
    return verdict instanceof Announced announced
        ? announced.order().stream().filter(node -> members.contains(node)).findFirst().orElse(null)
        : null;
  }

  private static SortedSet<String> members(World world, Random random) {
    SortedSet<String> members = new TreeSet<>(List.of("ghost"));
    for (KubeNode node : world.nodes) {
      if (random.nextInt(4) != 0) {
        members.add(node.name());
      }
    }
    return members;
  }

  private static Advertisement shuffled(Advertisement ad, Random random) {
    return new Advertisement(
        ad.name(),
        shuffled(ad.pools(), random),
        shuffled(ad.poolSelectors(), random),
        shuffled(ad.nodeSelectors(), random),
        shuffled(ad.serviceSelectors(), random),
        shuffled(ad.interfaces(), random),
        shuffled(ad.preferences(), random));
  }

  private static <T> List<T> shuffled(List<T> list, Random random) {
    List<T> copy = new ArrayList<>(list);
    Collections.shuffle(copy, random);
    return copy;
  }

  private static long seed(RepetitionInfo repetition) {
    return Long.getLong("seed", repetition.getCurrentRepetition());
  }
}
