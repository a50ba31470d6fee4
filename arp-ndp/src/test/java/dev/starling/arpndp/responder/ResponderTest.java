package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.starling.arpndp.responder.ReferenceTable.Row;
import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.Ethernet;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.arpndp.wire.NdpOption;
import dev.starling.arpndp.wire.NeighborAdvertisement;
import dev.starling.arpndp.wire.NeighborAdvertisement.Flags;
import dev.starling.arpndp.wire.Octets;
import dev.starling.arpndp.wire.Parsed;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponderTest {
  private static final long SECOND = 1_000_000_000L;

  private final byte[] out = new byte[Responder.LONGEST_ANSWER];
  private long now = Long.MAX_VALUE - SECOND;
  private long permitUntil = Long.MAX_VALUE;
  private final Responder responder =
      new Responder(() -> now, () -> permitUntil, Radar.DEAF, Responder.answerLimit());

  ResponderTest() {
    responder.publish(ReferenceTable.answerTable());
  }

  static List<Row> rows() {
    return ReferenceTable.rows();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void judgesLikeTheReference(Row row) {
    int verdict = responder.respond(row.frame(), row.frame().length, out);

    if (row.answer() != null) {
      assertThat(verdict).isPositive();
      assertThat(responder.counters().answered(row.answer())).isOne();
      assertThat(Octets.u48(out, Ethernet.SOURCE)).isEqualTo(ReferenceTable.OWN.value());
    } else {
      assertThat(verdict).isNegative();
      assertThat(DropReason.ofVerdict(verdict)).isEqualTo(row.silence());
      assertThat(responder.counters().dropped(DropReason.ofVerdict(verdict))).isOne();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void answersNothingWithoutATable(Row row) {
    responder.publish(AnswerTable.EMPTY);

    assertThat(responder.respond(row.frame(), row.frame().length, out)).isNegative();
  }

  @Test
  void repliesToTheAskerFromTheServiceIp() {
    byte[] request = ReferenceTable.request(f -> {});

    int length = responder.respond(request, request.length, out);

    assertThat(length).isEqualTo(60);
    assertThat(HexFormat.of().formatHex(out, 0, length))
        .isEqualTo(
            "02000000000b02000000000a0806"
                + "0001080006040002"
                + "02000000000a0a07000a"
                + "02000000000b0a070001"
                + "00".repeat(18));
  }

  @Test
  void repliesToAProbeWithoutAnAddress() {
    byte[] probe = ReferenceTable.request(f -> Octets.put32(f, 28, 0));

    int length = responder.respond(probe, probe.length, out);

    ArpPacket reply = ok(ArpPacket.parse(out, length));
    assertThat(reply.targetIp()).isEqualTo(ReferenceTable.V4_ZERO);
    assertThat(reply.targetMac()).isEqualTo(ReferenceTable.ASKER);
  }

  @Test
  void advertisesSolicitedAndOverriding() {
    byte[] question =
        ReferenceTable.solicitation(
            ReferenceTable.V6_ASKER, ReferenceTable.group(ReferenceTable.V6), true);

    int length = responder.respond(question, question.length, out);

    assertThat(length).isEqualTo(86);
    NeighborAdvertisement answer = ok(NeighborAdvertisement.parse(out, length));
    assertThat(answer)
        .isEqualTo(
            new NeighborAdvertisement(
                new Ethernet(ReferenceTable.ASKER, ReferenceTable.OWN),
                ReferenceTable.V6,
                ReferenceTable.V6_ASKER,
                new Flags(false, true, true),
                ReferenceTable.V6,
                List.of(NdpOption.linkLayer(2, ReferenceTable.OWN))));
  }

  @Test
  void defendsAgainstAProbeBeforeAllNodes() {
    byte[] probe =
        ReferenceTable.solicitation(
            ReferenceTable.V6_UNSPECIFIED, ReferenceTable.group(ReferenceTable.V6), false);

    int length = responder.respond(probe, probe.length, out);

    NeighborAdvertisement answer = ok(NeighborAdvertisement.parse(out, length));
    assertThat(answer.ethernet().destination()).hasToString("33:33:00:00:00:01");
    assertThat(answer.destination()).isEqualTo(ReferenceTable.V6_ALL_NODES);
    assertThat(answer.flags()).isEqualTo(new Flags(false, false, true));
  }

  @Test
  void isSilentFromTheMomentThatThePermitEnds() {
    byte[] request = ReferenceTable.request(f -> {});
    permitUntil = now + 1;
    assertThat(responder.respond(request, request.length, out)).isPositive();

    now++;
    assertThat(reason(request)).isEqualTo(DropReason.NO_PERMIT);

    permitUntil = now + 2 * SECOND; // Beyond the wrap of the clock.
    assertThat(permitUntil).isNegative();
    assertThat(responder.respond(request, request.length, out)).isPositive();
  }

  @Test
  void answersNoMoreThanTheLimit() {
    byte[] request = ReferenceTable.request(f -> {});
    int answered = 0;
    for (int i = 0; i < 3_000; i++) {
      answered += responder.respond(request, request.length, out) > 0 ? 1 : 0;
    }
    assertThat(answered).isEqualTo(2_000);
    assertThat(responder.counters().dropped(DropReason.RATE_LIMITED)).isEqualTo(1_000);

    now += SECOND / 20_000;
    assertThat(responder.respond(request, request.length, out)).isPositive();
    assertThat(reason(request)).isEqualTo(DropReason.RATE_LIMITED);
  }

  @Test
  void stopsWithTheNextTable() {
    byte[] request = ReferenceTable.request(f -> {});
    responder.publish(responder.published().withOwned(List.of()));

    assertThat(reason(request)).isEqualTo(DropReason.NOT_OWNED);
  }

  @Test
  void readsNoFurtherThanTheLength() {
    byte[] request = Arrays.copyOf(ReferenceTable.request(f -> {}), 256);

    assertThat(responder.respond(request, 41, out)).isEqualTo(DropReason.TOO_SHORT.verdict());
    assertThat(responder.respond(request, -1, out)).isEqualTo(DropReason.TOO_SHORT.verdict());
    assertThat(responder.respond(new byte[0], 60, out)).isEqualTo(DropReason.TOO_SHORT.verdict());
  }

  @Test
  void allocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<Row> rows = rows();
    long self = Thread.currentThread().threadId();
    judge(rows, 100_000);

    long before = threads.getThreadAllocatedBytes(self);
    judge(rows, 100_000);
    long allocated = threads.getThreadAllocatedBytes(self) - before;

    // What the radar tells is no part of the hot path.
    assertThat(allocated).as("bytes for 100,000 frames").isLessThan(20_000);
  }

  private void judge(List<Row> rows, int frames) {
    Row[] array = rows.toArray(Row[]::new);
    for (int i = 0; i < frames; i++) {
      byte[] frame = array[i % array.length].frame();
      now += 100_000;
      responder.respond(frame, frame.length, out);
    }
  }

  private DropReason reason(byte[] frame) {
    return DropReason.ofVerdict(responder.respond(frame, frame.length, out));
  }

  private static <T> T ok(Parsed<T> parsed) {
    return switch (parsed) {
      case Parsed.Ok<T>(T value) -> value;
      case Parsed.Bad<T>(var reason) -> throw new AssertionError(reason);
    };
  }

  @Test
  void knowsItsOwnMacAddress() {
    assertThat(responder.published().mac()).isEqualTo(new MacAddress(0x0200_0000_000aL));
  }
}
