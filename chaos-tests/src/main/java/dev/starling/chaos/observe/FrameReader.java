package dev.starling.chaos.observe;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Reads claims out of raw frames: ARP (RFC 826, RFC 5227) and neighbour advertisements (RFC 4861,
 * section 4.4). Written apart from the speaker's codecs, so that an error in these shows.
 */
public final class FrameReader {
  private static final int ETHER_TYPE = 12;
  private static final int ARP_END = 42;
  private static final int ARP_SENDER_MAC = 22;
  private static final int ARP_SENDER_IP = 28;
  private static final int ARP_TARGET_IP = 38;
  private static final int NA_END = 78;
  private static final int NA_TYPE = 54;
  private static final int NA_FLAGS = 58;
  private static final int NA_TARGET = 62;
  private static final int NA_LINK_ADDRESS = 80;
  private static final int SOLICITED = 0x40;

  private FrameReader() {}

  /** What {@code frame} claims; empty if it is neither an ARP nor a neighbour advertisement. */
  public static Optional<WireFrame> read(byte[] frame, long nanos) {
    if (frame.length >= ARP_END && unsigned16(frame, ETHER_TYPE) == 0x0806) {
      return arp(frame, nanos);
    }
    if (frame.length >= NA_END
        && unsigned16(frame, ETHER_TYPE) == 0x86dd
        && frame[20] == 58
        && (frame[NA_TYPE] & 0xff) == 136) {
      return advertisement(frame, nanos);
    }
    return Optional.empty();
  }

  private static Optional<WireFrame> arp(byte[] frame, long nanos) {
    byte[] sender = Arrays.copyOfRange(frame, ARP_SENDER_IP, ARP_SENDER_IP + 4);
    byte[] target = Arrays.copyOfRange(frame, ARP_TARGET_IP, ARP_TARGET_IP + 4);
    return Optional.of(
        new WireFrame(
            nanos, text(sender), mac(frame, ARP_SENDER_MAC), Arrays.equals(sender, target)));
  }

  private static Optional<WireFrame> advertisement(byte[] frame, long nanos) {
    boolean hasLinkAddress =
        frame.length >= NA_LINK_ADDRESS + 6 && frame[NA_END] == 2 && frame[NA_END + 1] == 1;
    return Optional.of(
        new WireFrame(
            nanos,
            text(Arrays.copyOfRange(frame, NA_TARGET, NA_TARGET + 16)),
            mac(frame, hasLinkAddress ? NA_LINK_ADDRESS : 6),
            (frame[NA_FLAGS] & SOLICITED) == 0));
  }

  private static String mac(byte[] frame, int at) {
    return HexFormat.ofDelimiter(":").formatHex(frame, at, at + 6);
  }

  /** The plan's addresses have at most one run of zeros, so the text of RFC 5952 is simple. */
  private static String text(byte[] address) {
    try {
      InetAddress parsed = InetAddress.getByAddress(address);
      String text = parsed.getHostAddress();
      return parsed instanceof Inet6Address ? text.replaceFirst("(^|:)0(:0)+(:|$)", "::") : text;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address", e);
    }
  }

  private static int unsigned16(byte[] frame, int at) {
    return ((frame[at] & 0xff) << 8) | (frame[at + 1] & 0xff);
  }
}
