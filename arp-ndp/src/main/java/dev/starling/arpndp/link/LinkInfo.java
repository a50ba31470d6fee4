package dev.starling.arpndp.link;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A network interface at one moment. Two that are not equal are a change worth an event.
 *
 * @param name the interface's name
 * @param present false if there is none of that name; then all else is zero, false or empty
 * @param index the kernel's number; another number is another interface, also under the same name
 * @param up whether the administrator has it up (IFF_UP)
 * @param carrier whether there is something at the other end of the cable
 * @param carrierChanges how often the carrier came or went: tells a flap shorter than a poll
 * @param mac its Ethernet address, or null if it has none
 * @param noArp whether ARP is off (IFF_NOARP), as on tunnels
 * @param enslaved whether it is a port of a bond or a bridge, which then speaks for it
 * @param mtu the longest packet, in bytes without the Ethernet header
 * @param addresses its own IP addresses, the source of witness probes
 */
public record LinkInfo(
    String name,
    boolean present,
    int index,
    boolean up,
    boolean carrier,
    int carrierChanges,
    @Nullable MacAddress mac,
    boolean noArp,
    boolean enslaved,
    int mtu,
    List<InetAddress> addresses) {

  /** Copies the list. */
  public LinkInfo {
    addresses = List.copyOf(addresses);
  }

  /** There is no interface of this name. */
  public static LinkInfo absent(String name) {
    return new LinkInfo(name, false, 0, false, false, 0, null, false, false, 0, List.of());
  }

  /** Whether service IPs may be announced and answered for here. */
  public boolean usable() {
    return canBeOpened() && carrier;
  }

  /**
   * Whether frames can be captured and sent here, be it into a cable that ends nowhere: a link
   * stays open while its carrier is gone.
   */
  public boolean canBeOpened() {
    return present && up && mac != null && !noArp && !enslaved;
  }

  /** Whether {@code other} is the same interface with the same MAC address. */
  public boolean sameDevice(LinkInfo other) {
    return present
        && other.present
        && index == other.index
        && name.equals(other.name)
        && mac != null
        && mac.equals(other.mac);
  }
}
