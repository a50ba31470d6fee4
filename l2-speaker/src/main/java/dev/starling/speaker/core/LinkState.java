package dev.starling.speaker.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A link of this node at one moment.
 *
 * @param usable whether service IPs can be announced and answered for here: it is up, has carrier,
 *     and its frames are being captured
 * @param mac its address, or null where it has none
 * @param index the kernel's number; another number is another interface
 * @param witness whether there is somebody on it to ask whether it works
 * @param flaps how often its carrier came or went: tells a change shorter than a look
 * @param general whether it is meant where a service names no link: {@link ServicePlan#ANY_LINK}
 * @param addressed whether the node has an address on it, apart from link-local ones
 */
public record LinkState(
    String name,
    boolean present,
    boolean up,
    boolean carrier,
    boolean usable,
    @Nullable String mac,
    int index,
    boolean witness,
    int flaps,
    boolean general,
    boolean addressed) {

  /** Whether it may lead elsewhere than {@code before} did: the segment has to be told again. */
  boolean isOtherWireThan(LinkState before) {
    return index != before.index || flaps != before.flaps || !Objects.equals(mac, before.mac);
  }

  /** What is different from {@code before}, in the words of the log. */
  String changeFrom(@Nullable LinkState before) {
    if (!present) {
      return "gone";
    }
    if (before == null || !before.present) {
      return "new";
    }
    if (index != before.index) {
      return "replaced";
    }
    if (!Objects.equals(mac, before.mac)) {
      return "mac-changed";
    }
    if (up != before.up) {
      return up ? "up" : "down";
    }
    if (carrier != before.carrier) {
      return carrier ? "carrier" : "no-carrier";
    }
    if (flaps != before.flaps) {
      return "flapped";
    }
    return usable ? "usable" : "unusable";
  }
}
