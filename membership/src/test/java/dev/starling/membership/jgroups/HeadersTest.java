package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.membership.MemberId;
import dev.starling.membership.detect.Signal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jgroups.Header;
import org.jgroups.ViewId;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HeadersTest {
  private static final MemberId MEMBER = new MemberId(0x1111111111111111L, 0x2222222222222222L);

  static final List<Signal> SIGNALS =
      List.of(
          new Signal.Probe(7, 5, true),
          new Signal.Probe(Long.MAX_VALUE, 0, false),
          new Signal.Ack(7),
          new Signal.Alert(MEMBER),
          new Signal.Clear(MEMBER),
          new Signal.Hint(MEMBER));

  private static final HelloHeader.Hello HELLO =
      new HelloHeader.Hello(
          new ViewId(Addresses.address(MEMBER), 12),
          5,
          new IpAddress(InetAddress.ofLiteral("192.0.2.7"), 7946),
          -3,
          true,
          Long.MIN_VALUE);

  @ParameterizedTest
  @FieldSource("SIGNALS")
  void everySignalComesOutAsItWentIn(Signal signal) throws IOException {
    byte[] bytes = write(SignalHeader.of(signal));
    SignalHeader read = new SignalHeader();
    read.readFrom(in(bytes));
    assertThat(read.signal()).contains(signal);
    assertThat(read.isGoodbye()).isFalse();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> new SignalHeader().readFrom(in(cut)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aProbeHasTheseBytes() throws IOException {
    assertThat(HexFormat.of().formatHex(write(SignalHeader.of(new Signal.Probe(7, 5, true)))))
        .isEqualTo("01" + "0000000000000007" + "0000000000000005" + "01");
  }

  @Test
  void aGoodbyeIsNoSignal() throws IOException {
    SignalHeader read = new SignalHeader();
    read.readFrom(in(write(SignalHeader.goodbye())));
    assertThat(read.isGoodbye()).isTrue();
    assertThat(read.signal()).isEmpty();
    read.readFrom(in(write(SignalHeader.keysChanged())));
    assertThat(read.isGoodbye()).isFalse();
    assertThat(read.signal()).isEmpty();
  }

  @Test
  void aSignalOfALaterVersionIsIgnored() throws IOException {
    SignalHeader read = new SignalHeader();
    read.readFrom(in(new byte[] {99, 1, 2, 3}));
    assertThat(read.signal()).isEmpty();
    assertThat(read.isGoodbye()).isFalse();
  }

  @Test
  void aHelloComesOutAsItWentIn() throws IOException {
    byte[] bytes = write(new HelloHeader(HELLO));
    HelloHeader read = new HelloHeader();
    read.readFrom(in(bytes));
    assertThat(read.hello()).isEqualTo(HELLO);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> new HelloHeader().readFrom(in(cut))).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aHelloHasTheseBytes() throws IOException {
    assertThat(HexFormat.of().formatHex(write(new HelloHeader(HELLO))))
        .isEqualTo(
            ("01 02 2222222222222222 1111111111111111 01 0c 10 04 c0000207 1f0a 00000005"
                    + " fffffffffffffffd 01 8000000000000000")
                .replace(" ", ""));
  }

  /** What is acted by is complete: the senders hold the key, but may be of another version. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00",
        "01 01 01 0c 10 04 c0000207 1f0a 00000005 fffffffffffffffd 01 8000000000000000",
        "01 02 2222222222222222 1111111111111111 01 0c 01 00000005 0000000000000000 00 00",
        "01 02 2222222222222222 1111111111111111 01 0c 10 00 1f0a 00000005 00000000 00000000",
        "01 02 2222222222222222 1111111111111111 01 0c 10 ff 1f0a 00000005 00000000 00000000",
        "01 02 2222222222222222 1111111111111111 01 0c 10 04 c0000207 1f0a 00000000 00000000"
      })
  void aHelloThatCannotBeActedByIsNone(String hex) {
    byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(hex.replace(" ", "")), 80);
    assertThatThrownBy(() -> new HelloHeader().readFrom(in(bytes))).isInstanceOf(IOException.class);
  }

  @Test
  void everyFlippedBitGivesAHeaderOrNone() throws IOException {
    List<byte[]> whole = new ArrayList<>(List.of(write(new HelloHeader(HELLO))));
    for (Signal signal : SIGNALS) {
      whole.add(write(SignalHeader.of(signal)));
    }
    for (byte[] bytes : whole) {
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        HeadersCheck.signal(flipped);
        HeadersCheck.hello(flipped);
      }
    }
  }

  /** JGroups trusts the announced size when it makes the datagram's buffer. */
  private static byte[] write(Header header) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    header.writeTo(new DataOutputStream(bytes));
    assertThat(header.serializedSize()).isEqualTo(bytes.size());
    return bytes.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }
}
