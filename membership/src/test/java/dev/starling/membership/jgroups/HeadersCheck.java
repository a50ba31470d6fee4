package dev.starling.membership.jgroups;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jgroups.Header;
import org.jgroups.stack.IpAddress;

/** What must hold of our headers, whatever the bytes. */
final class HeadersCheck {
  private HeadersCheck() {}

  /** Bytes of a signal by its first byte, the type; types of later versions are read no further. */
  private static int signalLength(byte type) {
    return switch (type) {
      case 1 -> 18;
      case 2 -> 9;
      case 3, 4, 5 -> 17;
      default -> 1;
    };
  }

  /** A signal is read if all of it is there, from no more bytes than it has, and written again. */
  static void signal(byte[] bytes) {
    int length = bytes.length == 0 ? 1 : signalLength(bytes[0]);
    Optional<SignalHeader> read = read(bytes, SignalHeader::new);
    require(read.isPresent() == bytes.length >= length, bytes, "no signal of its type's length");
    read.ifPresent(
        header -> {
          byte[] wanted = Arrays.copyOf(bytes, length);
          if (bytes[0] == 1) {
            wanted[17] = (byte) (wanted[17] == 0 ? 0 : 1);
          }
          require(Arrays.equals(write(header), wanted), bytes, "written otherwise");
          boolean known = bytes[0] >= 1 && bytes[0] <= 5;
          require(header.signal().isPresent() == known, bytes, "of the wrong kind");
          require(header.isGoodbye() == (bytes[0] == 0), bytes, "mistaken for a goodbye");
        });
  }

  /** A hello has all that the healing acts by, and is read again as it was. */
  static void hello(byte[] bytes) {
    read(bytes, HelloHeader::new)
        .map(HelloHeader::hello)
        .ifPresent(
            hello -> {
              boolean complete =
                  Addresses.viewId(hello.view()).isPresent()
                      && hello.viewSize() > 0
                      && hello.address() instanceof IpAddress ip
                      && ip.getIpAddress() != null;
              require(complete, bytes, "a hello that cannot be acted by");
              byte[] written = write(new HelloHeader(hello));
              Optional<HelloHeader> again = read(written, HelloHeader::new);
              boolean same = again.isPresent() && again.get().hello().equals(hello);
              require(same, bytes, "another hello when read again");
            });
  }

  private interface Fresh<T extends Header> {
    T make();
  }

  private static <T extends Header> Optional<T> read(byte[] bytes, Fresh<T> fresh) {
    T header = fresh.make();
    try {
      header.readFrom(new DataInputStream(new ByteArrayInputStream(bytes)));
      return Optional.of(header);
    } catch (IOException | ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * The bytes, as many as the header has announced: JGroups makes the datagram's buffer by that.
   */
  private static byte[] write(Header header) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      header.writeTo(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    require(header.serializedSize() == bytes.size(), bytes.toByteArray(), "of another size");
    return bytes.toByteArray();
  }

  private static void require(boolean holds, byte[] bytes, String otherwise) {
    if (!holds) {
      throw new AssertionError(HexFormat.of().formatHex(bytes) + " is " + otherwise);
    }
  }
}
