package dev.starling.speaker.config;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.config.YamlNode.Scalar;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Reads addresses. Each method returns null after it has noted a fault. */
final class Addresses {
  private static final String WANTED =
      "an IPv4 or IPv6 address, such as 192.0.2.10 or 2001:db8::10";

  private final Faults faults;
  private final Values values;

  Addresses(Faults faults) {
    this.faults = faults;
    this.values = new Values(faults);
  }

  /** An address that a frame on a segment may name as its sender: no host's own, no group's. */
  @Nullable ServiceIp onSegment(YamlNode node, String path) {
    ServiceIp ip = any(node, path);
    if (ip == null) {
      return null;
    }
    InetAddress address = ip.address();
    if (address.isLoopbackAddress()) {
      return refused(node, path, "a loopback address");
    }
    return unicast(ip, node, path);
  }

  /** An address that a speaker can be reached at; loopback is good for speakers on one host. */
  @Nullable InetAddress ofSpeaker(YamlNode node, String path) {
    ServiceIp ip = any(node, path);
    if (ip == null) {
      return null;
    }
    if (ip.isIpv6() && ip.address().isLinkLocalAddress()) {
      refused(node, path, "an IPv6 link-local address, which needs a link to be reached by");
      return null;
    }
    ServiceIp unicast = unicast(ip, node, path);
    return unicast == null ? null : unicast.address();
  }

  /** An address to listen on; the unspecified one means all of them. */
  @Nullable InetAddress toListen(YamlNode node, String path) {
    ServiceIp ip = any(node, path);
    if (ip == null) {
      return null;
    }
    if (!ip.address().isAnyLocalAddress() && unicast(ip, node, path) == null) {
      return null;
    }
    return ip.address();
  }

  private @Nullable ServiceIp any(YamlNode node, String path) {
    Scalar scalar = values.scalar(node, path, WANTED);
    if (scalar == null) {
      return null;
    }
    ServiceIp ip = ServiceIp.parse(scalar.text());
    if (ip == null) {
      String problem = node.what() + " is no IP address";
      int scope = scalar.text().indexOf('%');
      int length = scalar.text().indexOf('/');
      String remedy =
          scope > 0
              ? "leave out the scope from % on"
              : length > 0 ? "leave out the prefix length from / on" : "give " + WANTED;
      faults.add(node, path, problem, remedy);
      return null;
    }
    if (!ip.isIpv6() && scalar.text().indexOf(':') >= 0) {
      faults.add(node, path, node.what() + " is IPv4 written as IPv6", "write " + ip);
      return null;
    }
    return ip;
  }

  private @Nullable ServiceIp unicast(ServiceIp ip, YamlNode node, String path) {
    InetAddress address = ip.address();
    byte[] bytes = address.getAddress();
    if (address.isMulticastAddress()) {
      return refused(node, path, "a multicast address");
    }
    if (address.isAnyLocalAddress() || (!ip.isIpv6() && bytes[0] == 0)) {
      return refused(node, path, "an unspecified address");
    }
    if (ip.text().equals("255.255.255.255")) {
      return refused(node, path, "the broadcast address");
    }
    return ip;
  }

  private @Nullable ServiceIp refused(YamlNode node, String path, String kind) {
    faults.add(node, path, node.what() + " is " + kind, "give a unicast address of the segment");
    return null;
  }
}
