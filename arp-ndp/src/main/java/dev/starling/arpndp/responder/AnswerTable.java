package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one link answers for, frozen: its MAC address, the service IPs owned here, the ones known at
 * all, and the witnesses. A change is a new table.
 */
public final class AnswerTable {
  /** How many addresses a table holds, all kinds together. */
  public static final int LIMIT = 200_000;

  /** Answers nothing: the table before the first one. */
  public static final AnswerTable EMPTY = of(MacAddress.ZERO, List.of(), List.of());

  private static final byte SERVICE = 1;
  private static final byte OWNED = 2;
  private static final byte WITNESS = 4;

  private final MacAddress mac;
  private final long macValue;
  private final InetAddress[] addresses;
  private final byte[] roles;
  private final AddressIndex index;

  private AnswerTable(MacAddress mac, InetAddress[] addresses, byte[] roles, AddressIndex index) {
    this.mac = mac;
    this.macValue = mac.value();
    this.addresses = addresses;
    this.roles = roles;
    this.index = index;
  }

  /**
   * A table that owns nothing yet.
   *
   * @param serviceIps every service IP that any speaker may announce on this link
   * @param witnesses addresses whose frames prove that the link works
   */
  public static AnswerTable of(
      MacAddress mac,
      Collection<? extends InetAddress> serviceIps,
      Collection<? extends InetAddress> witnesses) {
    Set<InetAddress> all = new LinkedHashSet<>(serviceIps);
    all.addAll(witnesses);
    if (all.size() > LIMIT) {
      throw new IllegalArgumentException("at most " + LIMIT + " addresses");
    }
    InetAddress[] addresses = all.toArray(InetAddress[]::new);
    AnswerTable blank =
        new AnswerTable(mac, addresses, new byte[addresses.length], new AddressIndex(addresses));
    blank.mark(serviceIps, SERVICE);
    blank.mark(witnesses, WITNESS);
    return blank;
  }

  /**
   * This table with exactly {@code owned} to be answered for; cheap, since the index is shared. An
   * address that is no service IP of this table is a mistake of the caller.
   */
  public AnswerTable withOwned(Collection<? extends InetAddress> owned) {
    byte[] next = roles.clone();
    for (int i = 0; i < next.length; i++) {
      next[i] &= ~OWNED;
    }
    AnswerTable table = new AnswerTable(mac, addresses, next, index);
    for (InetAddress ip : owned) {
      int number = index.find(ip);
      if (number < 0 || (next[number] & SERVICE) == 0) {
        throw new IllegalArgumentException(ip.getHostAddress() + " is no service IP of the link");
      }
    }
    table.mark(owned, OWNED);
    return table;
  }

  /** This table for a link whose MAC address is {@code other}. */
  public AnswerTable withMac(MacAddress other) {
    return new AnswerTable(other, addresses, roles, index);
  }

  private void mark(Collection<? extends InetAddress> which, byte role) {
    for (InetAddress address : which) {
      roles[index.find(address)] |= role;
    }
  }

  /** The link's MAC address, which every answer names. */
  public MacAddress mac() {
    return mac;
  }

  /** Whether this table answers for {@code ip}. */
  public boolean owns(InetAddress ip) {
    return isOwned(index.find(ip));
  }

  long macValue() {
    return macValue;
  }

  /** The number of an IPv4 address, or {@link AddressIndex#ABSENT}. */
  int find(int ipv4) {
    return index.find(ipv4);
  }

  /** The number of an IPv6 address, or {@link AddressIndex#ABSENT}. */
  int find(long high, long low) {
    return index.find(high, low);
  }

  boolean isService(int number) {
    return number >= 0 && (roles[number] & SERVICE) != 0;
  }

  boolean isOwned(int number) {
    return number >= 0 && (roles[number] & OWNED) != 0;
  }

  boolean isWitness(int number) {
    return number >= 0 && (roles[number] & WITNESS) != 0;
  }

  InetAddress address(int number) {
    return addresses[number];
  }
}
