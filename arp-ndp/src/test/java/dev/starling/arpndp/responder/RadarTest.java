package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.MacAddress;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RadarTest {
  private static final long QUIET = Radar.QUIET_NANOS;
  private static final Inet4Address WITNESS = (Inet4Address) InetAddress.ofLiteral("10.7.0.254");

  private final List<String> heard = new ArrayList<>();
  private long now = -5;
  private final Responder responder =
      new Responder(
          () -> now,
          () -> Long.MAX_VALUE,
          new Radar() {
            @Override
            public void foreignClaim(InetAddress ip, MacAddress claimant, boolean states) {
              String how = states ? " by " : " used by ";
              heard.add(ip.getHostAddress() + how + claimant);
            }

            @Override
            public void witnessHeard(InetAddress witness) {
              heard.add("witness " + witness.getHostAddress());
            }
          },
          Responder.answerLimit());

  RadarTest() {
    responder.publish(
        AnswerTable.of(
                ReferenceTable.OWN,
                List.of(ReferenceTable.V4, ReferenceTable.V6, ReferenceTable.V4_NOT_OWNED),
                List.of(WITNESS, ReferenceTable.V6_ASKER))
            .withOwned(List.of(ReferenceTable.V4, ReferenceTable.V6)));
  }

  @Test
  void hearsEveryFormOfAClaim() {
    announce(ReferenceTable.V4);
    announce(ReferenceTable.V6);
    announce(ReferenceTable.V4_NOT_OWNED);

    assertThat(heard)
        .containsExactly(
            "10.7.0.10 by 02:00:00:00:00:0c",
            "2001:db8:7:0:0:0:0:10 by 02:00:00:00:00:0c",
            "10.7.0.11 by 02:00:00:00:00:0c");
  }

  @Test
  void hearsAClaimThatGoesToAnotherHost() {
    byte[] reply =
        new ArpPacket(
                new Ethernet(ReferenceTable.ASKER, ReferenceTable.STRANGER),
                ArpPacket.Operation.REPLY,
                ReferenceTable.STRANGER,
                ReferenceTable.V4,
                ReferenceTable.ASKER,
                ReferenceTable.V4_ASKER)
            .encode();
    respond(reply);

    assertThat(heard).containsExactly("10.7.0.10 by 02:00:00:00:00:0c");
  }

  @Test
  void hearsNothingOfOurOwnAnnouncements() {
    Announcements.frames(ReferenceTable.V4, ReferenceTable.OWN).forEach(this::respond);

    assertThat(heard).isEmpty();
  }

  @Test
  void tellsOfAnAddressOnceInAWhile() {
    for (int i = 0; i < 10; i++) {
      announce(ReferenceTable.V4);
      now += QUIET / 10;
    }
    assertThat(heard).hasSize(1);

    announce(ReferenceTable.V4);
    assertThat(heard).hasSize(2);
    assertThat(responder.counters().radarTold()).isEqualTo(2);
    assertThat(responder.counters().radarSuppressed()).isEqualTo(20);
  }

  @Test
  void tellsOfAnotherClaimantAtOnce() {
    byte[] request =
        ReferenceTable.request(
            f -> {
              copy(ReferenceTable.V4, f, 28);
              copy(ReferenceTable.V4_NOT_OWNED, f, 38);
            });
    respond(request);
    announce(ReferenceTable.V4);
    respond(request);
    Announcements.frames(ReferenceTable.V4, ReferenceTable.ASKER).forEach(this::respond);

    assertThat(heard)
        .containsExactly(
            "10.7.0.10 used by 02:00:00:00:00:0b",
            "10.7.0.10 by 02:00:00:00:00:0c",
            "10.7.0.10 by 02:00:00:00:00:0b");
  }

  @Test
  void takesAnAnswerToUsForTheWitness() {
    answerUs(WITNESS, ReferenceTable.STRANGER);
    answerUs(ReferenceTable.V6_ASKER, ReferenceTable.STRANGER);

    assertThat(heard).containsExactly("witness 10.7.0.254", "witness 2001:db8:7:0:0:0:0:1");
  }

  /** One that cannot send still hears its gateway ask for others: that proves half of the link. */
  @Test
  void takesNothingElseOfTheWitnessForAnAnswer() {
    respond(ReferenceTable.request(f -> System.arraycopy(WITNESS.getAddress(), 0, f, 28, 4)));
    respond(
        ReferenceTable.solicitation(
            ReferenceTable.V6_ASKER, ReferenceTable.group(ReferenceTable.V6), true));
    Announcements.frames(ReferenceTable.V6_ASKER, ReferenceTable.STRANGER).forEach(this::respond);
    Announcements.frames(WITNESS, ReferenceTable.STRANGER).forEach(this::respond);

    assertThat(heard).isEmpty();
  }

  @Test
  void hearsOfAWitnessThatIsAServiceIpToo() {
    responder.publish(AnswerTable.of(ReferenceTable.OWN, List.of(WITNESS), List.of(WITNESS)));

    answerUs(WITNESS, ReferenceTable.STRANGER);

    assertThat(heard).containsExactly("10.7.0.254 by 02:00:00:00:00:0c", "witness 10.7.0.254");
  }

  private static void copy(InetAddress ip, byte[] frame, int at) {
    System.arraycopy(ip.getAddress(), 0, frame, at, 4);
  }

  private void announce(InetAddress ip) {
    Announcements.frames(ip, ReferenceTable.STRANGER).forEach(this::respond);
  }

  private void answerUs(InetAddress ip, MacAddress mac) {
    respond(FramesToUs.answer(ip, mac));
  }

  private void respond(byte[] frame) {
    responder.respond(frame, frame.length, new byte[Responder.LONGEST_ANSWER]);
  }
}
