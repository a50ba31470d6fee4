package dev.starling.speaker.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** All speakers start, in no order, on a segment where another program may answer already. */
class ColdStartSimTest {
  private static final long MS = 1_000_000;
  private static final long MINUTE_NANOS = 60_000 * MS;

  @RepeatedTest(400)
  void nobodyEverAnswersButTheRightOwner(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    var random = new SplittableRandom(seed);
    AtomicReference<Cluster> made = new AtomicReference<>();
    Cluster cluster =
        new Cluster(2 + random.nextInt(6), random.nextLong(), () -> check(made.get(), seed));
    made.set(cluster);
    cluster.timing = SimNode.Timing.standard().withSettle(MINUTE_NANOS);
    cluster.delayMaxNanos = random.nextLong(MS, 60 * MS);
    for (int index = 0; index < cluster.nodes.size(); index++) {
      int each = index;
      cluster.timeline.in(random.nextLong(3_000 * MS), () -> cluster.start(each));
    }
    cluster.runMillis(8_000);

    for (ServiceIp ip : cluster.ips) {
      assertThat(answering(cluster, ip))
          .as("seed %d: %s", seed, ip)
          .containsExactly(first(cluster, ip));
    }
  }

  private static void check(Cluster cluster, long seed) {
    for (ServiceIp ip : cluster.ips) {
      assertThat(answering(cluster, ip))
          .as("seed %d: %s%n%s", seed, ip, cluster.story())
          .isSubsetOf(first(cluster, ip));
    }
  }

  private static String first(Cluster cluster, ServiceIp ip) {
    List<String> names = cluster.nodes.stream().map(node -> node.name).toList();
    return Rendezvous.order(ip, names).getFirst();
  }

  private static List<String> answering(Cluster cluster, ServiceIp ip) {
    return cluster.nodes.stream()
        .filter(node -> node.answers(ip, cluster.nowNanos()))
        .map(node -> node.name)
        .toList();
  }
}
