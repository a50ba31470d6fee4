package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the radar tells while the segment is full of claims. */
class RadarFloodTest {
  private static final long MILLI = 1_000_000L;
  private static final int FLOOD = 10_000;
  private static final int ASKED = 500;
  private static final MacAddress FLOODER = new MacAddress(0x0200_0100_0000L);
  private static final Inet4Address WITNESS = (Inet4Address) InetAddress.ofLiteral("10.7.0.254");

  private final Map<InetAddress, List<MacAddress>> claims = new HashMap<>();
  private final List<InetAddress> ips = new ArrayList<>();
  private int witnessed;
  private long now = Long.MAX_VALUE - 50 * MILLI;
  private final Responder responder =
      new Responder(
          () -> now,
          () -> Long.MAX_VALUE,
          new Radar() {
            @Override
            public void foreignClaim(InetAddress ip, MacAddress claimant, boolean states) {
              claims.computeIfAbsent(ip, _ -> new ArrayList<>()).add(claimant);
            }

            @Override
            public void witnessHeard(InetAddress witness) {
              witnessed++;
            }
          },
          Responder.answerLimit());

  RadarFloodTest() {
    for (int i = 0; i < FLOOD; i++) {
      byte[] v4 = {10, 8, (byte) (i >> 8), (byte) i};
      ips.add(
          i % 2 == 0
              ? IpAddresses.ipv4(v4, 0)
              : IpAddresses.ipv6(0x2001_0db8_0009_0000L, 0x1_0000 + i));
    }
    ips.add(ReferenceTable.V4);
    responder.publish(
        AnswerTable.of(ReferenceTable.OWN, ips, List.of(WITNESS))
            .withOwned(List.of(ReferenceTable.V4)));
  }

  @Test
  void claimsOfManyIpsAreBoundedAndHideNoneOfOurs() {
    ips.forEach(ip -> announce(ip, ReferenceTable.STRANGER));

    assertThat(claims).hasSize(Radar.TOLD_PER_SECOND + 1).containsKey(ReferenceTable.V4);
  }

  @Test
  void claimsOfManyIpsHideNoAnswerToUs() {
    ips.reversed().forEach(ip -> announce(ip, FLOODER));

    answersToAllThatMayBeAsked();
  }

  @Test
  void thousandsThatClaimOneIpHideNoOther() {
    for (int i = 0; i < FLOOD; i++) {
      now += MILLI / 10;
      announce(ips.getLast(), new MacAddress(FLOODER.value() + i));
      announce(ips.get(FLOOD - 1), new MacAddress(FLOODER.value() + i));
    }
    claims.clear();

    ips.subList(0, ASKED).forEach(ip -> announce(ip, ReferenceTable.STRANGER));
    assertThat(claims.keySet()).containsAll(ips.subList(0, ASKED));
  }

  @Test
  void thousandsThatAnswerUsForOneIpHideNoAnswerForAnother() {
    for (int i = 0; i < FLOOD; i++) {
      now += MILLI / 10;
      respond(FramesToUs.answer(ips.get(FLOOD - 1), new MacAddress(FLOODER.value() + i)));
    }
    claims.clear();

    answersToAllThatMayBeAsked();
  }

  @Test
  void fewOfThoseThatClaimOneIpAreToldInAQuietTime() {
    for (int i = 0; i < FLOOD; i++) {
      announce(ips.getFirst(), new MacAddress(FLOODER.value() + i));
    }
    assertThat(claims.get(ips.getFirst())).hasSize(4);

    now += Radar.QUIET_NANOS;
    announce(ips.getFirst(), ReferenceTable.STRANGER);
    assertThat(claims.get(ips.getFirst())).hasSize(5).contains(ReferenceTable.STRANGER);
  }

  @Test
  void twoThatTakeTurnsAreToldOnceEachInAQuietTime() {
    for (int i = 0; i < 100; i++) {
      announce(ips.getFirst(), i % 2 == 0 ? ReferenceTable.STRANGER : ReferenceTable.ASKER);
      now += Radar.QUIET_NANOS / 50;
    }

    assertThat(claims.get(ips.getFirst()))
        .containsExactly(
            ReferenceTable.STRANGER,
            ReferenceTable.ASKER,
            ReferenceTable.STRANGER,
            ReferenceTable.ASKER);
  }

  @Test
  void claimsOfOursAndAnswersToUsHideNoWitness() {
    responder.publish(AnswerTable.of(ReferenceTable.OWN, ips, List.of(WITNESS)).withOwned(ips));
    ips.forEach(ip -> announce(ip, ReferenceTable.STRANGER));
    ips.forEach(ip -> respond(FramesToUs.answer(ip, ReferenceTable.ASKER)));

    respond(FramesToUs.answer(WITNESS, ReferenceTable.STRANGER));

    assertThat(witnessed).isOne();
  }

  /** Each is asked for three times within 30 ms, and two hosts answer each time. */
  private void answersToAllThatMayBeAsked() {
    List<InetAddress> asked = ips.subList(0, ASKED);
    for (int i = 0; i < 3; i++) {
      for (InetAddress ip : asked) {
        respond(FramesToUs.answer(ip, ReferenceTable.STRANGER));
        respond(FramesToUs.answer(ip, ReferenceTable.ASKER));
      }
      now += 10 * MILLI;
    }
    Set<InetAddress> unheard = new HashSet<>(asked);
    claims.forEach(
        (ip, by) -> {
          if (by.containsAll(List.of(ReferenceTable.STRANGER, ReferenceTable.ASKER))) {
            unheard.remove(ip);
          }
        });
    assertThat(unheard).isEmpty();
  }

  private void announce(InetAddress ip, MacAddress mac) {
    Announcements.frames(ip, mac).forEach(this::respond);
  }

  private void respond(byte[] frame) {
    responder.respond(frame, frame.length, new byte[Responder.LONGEST_ANSWER]);
  }
}
