package dev.starling.speaker.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.FlightRecord.Cause;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlightsTest {
  private static final ServiceIp IP = ServiceIp.of("10.0.0.1");

  private final Flights flights = new Flights();

  @ParameterizedTest
  @CsvSource({
    "DEATH,         40, 50, 60",
    "DRAIN,         0,  0,  0",
    "LINK_LOST,     0,  0,  0",
    "RETURN,        0,  0,  0",
    "MERGE,         0,  0,  60",
    "CONFIGURATION, 0,  0,  0"
  })
  void eachCauseHasItsPhases(Cause cause, long lastHeard, long suspected, long view) {
    flights.suspected("b", 40, 50);
    flights.claimed(claims(cause, "b", List.of(IP)), "a", "7@x", 60, 70);
    var flight =
        new FlightRecord(
            cause, "b", "a", "7@x", List.of("10.0.0.1"), 1, lastHeard, suspected, view, 70, 80);
    assertThat(flights.last()).as("not on the wire yet").isEmpty();
    assertThat(flights.announced(80)).containsExactly(flight);
    assertThat(flights.last()).containsExactly(flight);
    assertThat(flights.announced(90)).as("closed once").isEmpty();
  }

  @Test
  void suspicionOfAMemberThatIsInTheNextViewIsForgotten() {
    flights.suspected("b", 40, 50);
    flights.suspected("c", 41, 51);
    flights.viewInstalled(List.of("a", "b"));
    flights.claimed(claims(Cause.DEATH, "b", List.of(IP)), "a", "7", 60, 70);
    flights.claimed(claims(Cause.DEATH, "c", List.of(IP)), "a", "7", 60, 70);
    assertThat(flights.announced(80))
        .extracting(FlightRecord::suspectedNanos)
        .containsExactly(0L, 51L);
  }

  @Test
  void eachLastOwnerHasARecordOfItsOwn() {
    Map<Cause, SortedMap<String, List<ServiceIp>>> claims = claims(Cause.DEATH, "b", List.of(IP));
    Objects.requireNonNull(claims.get(Cause.DEATH)).put("c", List.of(ServiceIp.of("10.0.0.2")));
    claims.putAll(claims(Cause.RETURN, "d", List.of(ServiceIp.of("10.0.0.3"))));
    flights.claimed(claims, "a", "7", 60, 70);
    assertThat(flights.announced(80))
        .extracting(flight -> flight.cause() + " " + flight.from())
        .containsExactly("DEATH b", "DEATH c", "RETURN d");
  }

  @Test
  void tenIpsAreNamedAndAllAreCounted() {
    List<ServiceIp> ips =
        IntStream.rangeClosed(1, 25).mapToObj(i -> ServiceIp.of("10.0.0." + i)).toList();
    flights.claimed(claims(Cause.DRAIN, "b", ips), "a", "7", 60, 70);
    FlightRecord flight = flights.announced(80).getFirst();
    assertThat(flight.ipCount()).isEqualTo(25);
    assertThat(flight.ips()).hasSize(10).startsWith("10.0.0.1").endsWith("10.0.0.10");
  }

  @Test
  void lastTwentyAreKeptNewestFirst() {
    for (int i = 1; i <= 30; i++) {
      flights.claimed(claims(Cause.DRAIN, "n" + i, List.of(IP)), "a", "7", 0, i);
      flights.announced(i);
    }
    assertThat(flights.last())
        .hasSize(20)
        .extracting(FlightRecord::from)
        .startsWith("n30", "n29")
        .endsWith("n11");
  }

  @Test
  void openOnesAreBoundedToo() {
    for (int i = 1; i <= 30; i++) {
      flights.claimed(claims(Cause.DRAIN, "n" + i, List.of(IP)), "a", "7", 0, i);
    }
    assertThat(flights.announced(40))
        .hasSize(20)
        .extracting(FlightRecord::from)
        .startsWith("n11")
        .endsWith("n30");
  }

  private static Map<Cause, SortedMap<String, List<ServiceIp>>> claims(
      Cause cause, String from, List<ServiceIp> ips) {
    Map<Cause, SortedMap<String, List<ServiceIp>>> claims = new EnumMap<>(Cause.class);
    claims.put(cause, new TreeMap<>(Map.of(from, ips)));
    return claims;
  }
}
