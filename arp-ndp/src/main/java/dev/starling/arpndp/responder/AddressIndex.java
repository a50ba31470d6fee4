package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.Octets;
import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Numbers addresses: from an address to its place in the array it was built from, by open
 * addressing. Immutable; a look-up allocates nothing. The families are apart, so that
 * ::ffff:10.0.0.1 in a solicitation is never taken for 10.0.0.1.
 */
final class AddressIndex {
  /** The number of an address that is not in here. */
  static final int ABSENT = -1;

  private final Slots v4;
  private final Slots v6;

  /** Numbers {@code addresses}, which has no duplicates, from 0 on. */
  AddressIndex(InetAddress[] addresses) {
    int v4Count = 0;
    for (InetAddress address : addresses) {
      v4Count += address instanceof Inet4Address ? 1 : 0;
    }
    v4 = new Slots(v4Count);
    v6 = new Slots(addresses.length - v4Count);
    for (int number = 0; number < addresses.length; number++) {
      byte[] bytes = addresses[number].getAddress();
      if (bytes.length == 4) {
        v4.put(0, Octets.i32(bytes, 0), number);
      } else {
        v6.put(Octets.i64(bytes, 0), Octets.i64(bytes, 8), number);
      }
    }
  }

  /** The number of an IPv4 address, or {@link #ABSENT}. */
  int find(int ipv4) {
    return v4.find(0, ipv4);
  }

  /** The number of an IPv6 address, or {@link #ABSENT}. */
  int find(long high, long low) {
    return v6.find(high, low);
  }

  /** The number of an address, or {@link #ABSENT}. */
  int find(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4
        ? find(Octets.i32(bytes, 0))
        : find(Octets.i64(bytes, 0), Octets.i64(bytes, 8));
  }

  /** A hash of an address; neighbouring addresses, the usual case, end up far apart. */
  static int mix(long high, long low) {
    long x = (low ^ Long.rotateLeft(high, 29)) * 0x9e37_79b9_7f4a_7c15L;
    return (int) (x >>> 32);
  }

  private static final class Slots {
    private final long[] high;
    private final long[] low;

    /** An entry's number plus one; 0 marks an empty slot. At least half of them are empty. */
    private final int[] numberPlusOne;

    private final int mask;

    private Slots(int entries) {
      int capacity = Integer.highestOneBit(Math.max(2, entries)) << 2;
      high = new long[capacity];
      low = new long[capacity];
      numberPlusOne = new int[capacity];
      mask = capacity - 1;
    }

    private void put(long entryHigh, long entryLow, int number) {
      int at = slot(entryHigh, entryLow);
      high[at] = entryHigh;
      low[at] = entryLow;
      numberPlusOne[at] = number + 1;
    }

    private int find(long entryHigh, long entryLow) {
      return numberPlusOne[slot(entryHigh, entryLow)] - 1;
    }

    private int slot(long entryHigh, long entryLow) {
      int at = mix(entryHigh, entryLow) & mask;
      while (numberPlusOne[at] != 0 && (high[at] != entryHigh || low[at] != entryLow)) {
        at = (at + 1) & mask;
      }
      return at;
    }
  }
}
