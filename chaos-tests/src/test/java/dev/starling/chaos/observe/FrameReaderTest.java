package dev.starling.chaos.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
  private static final String NODE = "027700000003";
  private static final String CLIENT = "0277000000fa";
  private static final String SERVICE_IPV4 = "0a4d0080";
  private static final String SERVICE_IPV6 = "fd770000000000000000000000000080";
  private static final String CLIENT_IPV6 = "fd770000000000000000000000000250";
  private static final String PADDING = "000000000000000000000000000000000000";

  private static final byte[] ARP_ANNOUNCEMENT =
      bytes(
          "ffffffffffff" + NODE + "0806",
          "0001" + "0800" + "06" + "04" + "0001",
          NODE + SERVICE_IPV4 + "000000000000" + SERVICE_IPV4,
          PADDING);
  private static final byte[] ARP_REPLY =
      bytes(
          CLIENT + NODE + "0806",
          "0001" + "0800" + "06" + "04" + "0002",
          NODE + SERVICE_IPV4 + CLIENT + "0a4d00fa",
          PADDING);
  private static final byte[] UNSOLICITED_ADVERTISEMENT =
      bytes(
          "333300000001" + NODE + "86dd",
          "60000000" + "0020" + "3a" + "ff",
          SERVICE_IPV6 + "ff020000000000000000000000000001",
          "88" + "00" + "0000" + "20000000" + SERVICE_IPV6,
          "0201" + NODE);
  private static final byte[] SOLICITED_ADVERTISEMENT =
      bytes(
          CLIENT + NODE + "86dd",
          "60000000" + "0020" + "3a" + "ff",
          SERVICE_IPV6 + CLIENT_IPV6,
          "88" + "00" + "0000" + "60000000" + SERVICE_IPV6,
          "0201" + NODE);
  private static final List<byte[]> ALL =
      List.of(ARP_ANNOUNCEMENT, ARP_REPLY, UNSOLICITED_ADVERTISEMENT, SOLICITED_ADVERTISEMENT);

  @Test
  void readsAnnouncements() {
    assertThat(FrameReader.read(ARP_ANNOUNCEMENT, 7))
        .contains(new WireFrame(7, "10.77.0.128", "02:77:00:00:00:03", true));
    assertThat(FrameReader.read(UNSOLICITED_ADVERTISEMENT, 7))
        .contains(new WireFrame(7, "fd77::80", "02:77:00:00:00:03", true));
  }

  @Test
  void readsReplies() {
    assertThat(FrameReader.read(ARP_REPLY, 7))
        .contains(new WireFrame(7, "10.77.0.128", "02:77:00:00:00:03", false));
    assertThat(FrameReader.read(SOLICITED_ADVERTISEMENT, 7))
        .contains(new WireFrame(7, "fd77::80", "02:77:00:00:00:03", false));
  }

  @Test
  void takesTheEthernetSourceWhereAnAdvertisementNamesNoAddress() {
    byte[] frame = Arrays.copyOf(UNSOLICITED_ADVERTISEMENT, 78);

    assertThat(FrameReader.read(frame, 7).map(WireFrame::mac)).contains("02:77:00:00:00:03");
  }

  @Test
  void leavesOtherFramesAlone() {
    byte[] neighbourSolicitation = UNSOLICITED_ADVERTISEMENT.clone();
    neighbourSolicitation[54] = (byte) 135;

    assertThat(FrameReader.read(neighbourSolicitation, 7)).isEmpty();
    assertThat(FrameReader.read(new byte[60], 7)).isEmpty();
  }

  @Test
  void neverThrowsAtAPrefixOrAFlippedBit() {
    for (byte[] frame : ALL) {
      for (int length = 0; length < frame.length; length++) {
        byte[] prefix = Arrays.copyOf(frame, length);
        assertThatCode(() -> FrameReader.read(prefix, 7)).doesNotThrowAnyException();
      }
      for (int bit = 0; bit < frame.length * 8; bit++) {
        byte[] flipped = frame.clone();
        flipped[bit / 8] ^= (byte) (1 << (bit % 8));
        Optional<WireFrame> read = FrameReader.read(flipped, 7);
        assertThat(read.map(WireFrame::nanos).orElse(7L)).isEqualTo(7);
      }
    }
  }

  private static byte[] bytes(String... parts) {
    return HexFormat.of().parseHex(String.join("", parts));
  }
}
