package dev.starling.membership.seal;

import dev.starling.membership.DropReason;
import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds an opener that has heard nobody against an independent reading of the header: which bytes
 * it lets in, and for which reason it drops all others.
 */
final class FrameCheck {
  static final String CLUSTER = "blue";
  static final long OWN_SESSION = 99;
  static final MasterKey KEY = FrameTest.key(1);
  static final Keyring RING = new Keyring(List.of(KEY, FrameTest.key(2)));
  static final byte[] DATA = HexFormat.of().parseHex("00010203040506070809");

  private static final int OFFSET = 7;
  private static final BigInteger HALF = BigInteger.ONE.shiftLeft(31);

  private FrameCheck() {}

  /** A frame of another speaker, as it is sent now. */
  static byte[] honest() {
    Sealer sealer = new Sealer(0x1122334455667788L, CLUSTER);
    return sealer.seal(KEY, KEY.id(), FrameTest.NOW, FrameTest.ROUTE, DATA, 0, DATA.length);
  }

  /**
   * The honest frame is let in once, whatever came before it; all else is dropped for the reason
   * that its header gives, at any offset, and leaves no trace.
   */
  static void check(byte[] datagram) {
    Opener opener = new Opener(OWN_SESSION, CLUSTER);
    byte[] honest = honest();
    boolean untouched = Arrays.equals(datagram, honest);
    @Nullable DropReason wanted = untouched ? null : reason(datagram);
    require(reasonOf(open(opener, datagram)) == wanted, datagram, "not dropped as " + wanted);
    if (!untouched) {
      Opened later = open(opener, honest);
      boolean letIn =
          later instanceof Opened.Frame(FrameHeader header, byte[] data)
              && Arrays.equals(data, DATA)
              && header.newestId() == KEY.id();
      require(letIn, datagram, "followed by an honest frame, which is " + later);
    }
    require(reasonOf(open(opener, honest)) == DropReason.REPLAY, datagram, "no replay");
  }

  /** What is sealed comes out, and no byte of it is seen outside. */
  static void roundTrip(byte[] data) {
    Sealer sealer = new Sealer(5, CLUSTER);
    byte[] frame = sealer.seal(KEY, 7, FrameTest.NOW, FrameTest.ROUTE, data, 0, data.length);
    require(frame.length == data.length + FrameHeader.OVERHEAD, data, "of another length");
    Opened opened = open(new Opener(OWN_SESSION, CLUSTER), frame);
    boolean same =
        opened instanceof Opened.Frame(FrameHeader header, byte[] out)
            && Arrays.equals(out, data)
            && header.equals(new FrameHeader(KEY.id(), 5, (int) FrameTest.NOW, 1, 7));
    require(same, data, "out as " + opened);
  }

  private static Opened open(Opener opener, byte[] datagram) {
    byte[] buffer = new byte[datagram.length + 2 * OFFSET];
    System.arraycopy(datagram, 0, buffer, OFFSET, datagram.length);
    return opener.open(RING, FrameTest.ROUTE, buffer, OFFSET, datagram.length, FrameTest.NOW, 0);
  }

  private static @Nullable DropReason reasonOf(Opened opened) {
    return opened instanceof Opened.Dropped(DropReason reason) ? reason : null;
  }

  /** Why bytes that nobody has sealed are dropped, by the layout that the protocol promises. */
  private static DropReason reason(byte[] datagram) {
    if (datagram.length < 45) {
      return DropReason.TOO_SHORT;
    }
    if (datagram.length > 32_768) {
      return DropReason.TOO_LONG;
    }
    String hex = HexFormat.of().formatHex(datagram, 0, 29);
    if (!hex.startsWith("01")) {
      return DropReason.BAD_VERSION;
    }
    if (hex.substring(10, 26).equals("0000000000000063")) {
      return DropReason.OWN;
    }
    String keyId = hex.substring(2, 10);
    if (RING.keys().stream().noneMatch(key -> key.name().equals(keyId))) {
      return DropReason.UNKNOWN_KEY;
    }
    String counter = hex.substring(34, 50);
    if (counter.equals("0".repeat(16)) || counter.matches("[89a-f].*")) {
      return DropReason.REPLAY;
    }
    BigInteger apart =
        new BigInteger(hex.substring(26, 34), 16)
            .subtract(BigInteger.valueOf(FrameTest.NOW))
            .add(HALF)
            .mod(HALF.shiftLeft(1))
            .subtract(HALF)
            .abs();
    return apart.longValue() > 60 ? DropReason.STALE : DropReason.BAD_TAG;
  }

  private static void require(boolean holds, byte[] bytes, String otherwise) {
    if (!holds) {
      throw new AssertionError(HexFormat.of().formatHex(bytes) + " is " + otherwise);
    }
  }
}
