package dev.starling.arpndp.responder;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.starling.arpndp.wire.ArpPacket;
import dev.starling.arpndp.wire.NeighborAdvertisement;
import dev.starling.arpndp.wire.NeighborSolicitation;
import dev.starling.arpndp.wire.Parsed;
import java.util.Arrays;

class ResponderFuzzTest {
  private final Responder responder =
      new Responder(() -> 0, () -> Long.MAX_VALUE, Radar.DEAF, new TokenBucket(1, 1_000_000));
  private final byte[] out = new byte[Responder.LONGEST_ANSWER];

  @FuzzTest
  void judgesAnyBytes(byte[] frame) {
    responder.publish(ReferenceTable.answerTable());
    int verdict = responder.respond(frame, frame.length, out);
    if (verdict == 0 || verdict > out.length) {
      throw new AssertionError("no verdict: " + verdict);
    }
    if (ArpPacket.parse(frame, frame.length) instanceof Parsed.Ok<ArpPacket>(var packet)) {
      byte[] again = packet.encode();
      same(new Parsed.Ok<>(packet), ArpPacket.parse(again, again.length));
    }
    if (NeighborSolicitation.parse(frame, frame.length)
        instanceof Parsed.Ok<NeighborSolicitation>(var message)) {
      byte[] again = message.encode();
      same(new Parsed.Ok<>(message), NeighborSolicitation.parse(again, again.length));
    }
    if (NeighborAdvertisement.parse(frame, frame.length)
        instanceof Parsed.Ok<NeighborAdvertisement>(var message)) {
      byte[] again = message.encode();
      same(new Parsed.Ok<>(message), NeighborAdvertisement.parse(again, again.length));
    }
  }

  private static void same(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError(Arrays.asList(expected, actual));
    }
  }
}
