package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefencesTest {
  private static final List<ServiceIp> IPS =
      IntStream.range(1, 1500)
          .mapToObj(i -> ServiceIp.of("10.0." + i / 250 + "." + i % 250))
          .toList();
  private static final long STEP = Defences.INTERVAL_NANOS / 100;

  /** Claims at random, few and far too many: who is told of the deadline misses nothing. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachIsDefendedOnceInAnIntervalAndOnceMoreAfterTheLastClaim(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int many = seed % 2 == 0 ? 5 : IPS.size();
    Defences defences = new Defences();
    Map<ServiceIp, Long> defended = new HashMap<>();
    Map<ServiceIp, Long> owing = new HashMap<>();
    long now = random.nextLong();
    for (int step = 0; step < 20_000; step++) {
      now += random.nextLong(STEP);
      // A loop that is late may hear of a claim before it looks what is owed.
      if (seed < 5 || random.nextInt(3) == 0) {
        boolean isDue = Instants.hasCome(defences.deadlineNanos(), now);
        List<ServiceIp> owed = ips(defences.takeOwed(now));
        assertThat(owed.isEmpty()).isEqualTo(!isDue);
        for (ServiceIp ip : owed) {
          defend(defended, owing, ip, now);
        }
      }
      ServiceIp ip = IPS.get(random.nextInt(many));
      if (defences.claimed(claim(ip), now)) {
        defend(defended, owing, ip, now);
        owing.put(ip, now);
      } else if (defended.containsKey(ip) && now - time(defended, ip) < Defences.INTERVAL_NANOS) {
        owing.putIfAbsent(ip, now);
      }
    }
    assertThat(ips(defences.takeOwed(now + Defences.INTERVAL_NANOS)))
        .containsExactlyInAnyOrderElementsOf(owing.keySet());
    assertThat(defences.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  private static void defend(
      Map<ServiceIp, Long> defended, Map<ServiceIp, Long> owing, ServiceIp ip, long now) {
    if (defended.containsKey(ip)) {
      assertThat(now - time(defended, ip)).isGreaterThanOrEqualTo(Defences.INTERVAL_NANOS);
    }
    defended.put(ip, now);
    owing.remove(ip);
  }

  private static long time(Map<ServiceIp, Long> times, ServiceIp ip) {
    return times.getOrDefault(ip, 0L);
  }

  private static Event.ForeignClaim claim(ServiceIp ip) {
    return new Event.ForeignClaim(ip, "eth0", "02:00:00:00:00:09", true);
  }

  private static List<ServiceIp> ips(List<Defences.Owed> owed) {
    return owed.stream().map(each -> each.claim().ip()).toList();
  }
}
