package dev.starling.arpndp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GoldenFramesTest {
  static Set<String> names() {
    return GoldenFrames.all().keySet();
  }

  @ParameterizedTest
  @MethodSource("names")
  void isTakenByOneParserAndWrittenAsItWas(String name) {
    byte[] frame = frame(name);
    List<byte[]> written = written(frame);
    assertThat(written).hasSize(1);
    assertThat(Arrays.copyOf(written.getFirst(), frame.length)).isEqualTo(frame);
    WireCheck.check(frame);
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPrefixIsTooShort(String name) {
    byte[] frame = frame(name);
    for (int length = 0; length < frame.length; length++) {
      byte[] cut = Arrays.copyOf(frame, length);
      assertThat(written(cut)).as("%d bytes", length).isEmpty();
      WireCheck.check(cut);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyFlippedBitIsSeenOrIsOneThatReceiversIgnore(String name) {
    byte[] frame = frame(name);
    for (int bit = 0; bit < frame.length * 8; bit++) {
      byte[] flipped = frame.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      WireCheck.check(flipped);
      WireCheck.check(new HexFrame(flipped).sealed());
    }
  }

  /** Behind a tag of VLAN 0, in a longer frame, a message is what it is without. */
  @ParameterizedTest
  @MethodSource("names")
  void tagAndPaddingChangeNothing(String name) {
    byte[] frame = frame(name);
    byte[] tagged = new byte[frame.length + 24];
    System.arraycopy(frame, 0, tagged, 0, 12);
    Octets.put32(tagged, 12, 0x8100_e000);
    System.arraycopy(frame, 12, tagged, 16, frame.length - 12);
    assertThat(written(tagged)).singleElement().isEqualTo(written(frame).getFirst());
    WireCheck.check(tagged);
    tagged[15] = 5;
    assertThat(written(tagged)).isEmpty();
  }

  @Test
  void theCheckItselfSeesAWrongReading() {
    byte[] request = frame("arp-request");
    HexFrame hex = new HexFrame(request);
    assertThat(hex.arpFaults()).isEmpty();
    assertThat(hex.solicitationFaults()).contains(Malformed.WRONG_ETHER_TYPE);
    assertThat(hex.canonicalArp()).hasSize(120);
    byte[] broken = frame("solicitation");
    broken[56] ^= 1;
    assertThat(new HexFrame(broken).solicitationFaults()).containsExactly(Malformed.BAD_CHECKSUM);
    assertThat(new HexFrame(broken).sealed()).isEqualTo(frame("solicitation"));
  }

  private static byte[] frame(String name) {
    return GoldenFrames.all().getOrDefault(name, new byte[0]);
  }

  /** What the parsers that take it would write. */
  private static List<byte[]> written(byte[] frame) {
    List<byte[]> written = new ArrayList<>();
    if (ArpPacket.parse(frame, frame.length) instanceof Parsed.Ok<ArpPacket>(var packet)) {
      written.add(packet.encode());
    }
    if (NeighborSolicitation.parse(frame, frame.length)
        instanceof Parsed.Ok<NeighborSolicitation>(var message)) {
      written.add(message.encode());
    }
    if (NeighborAdvertisement.parse(frame, frame.length)
        instanceof Parsed.Ok<NeighborAdvertisement>(var message)) {
      written.add(message.encode());
    }
    return written;
  }
}
