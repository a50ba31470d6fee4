package dev.starling.chaos.netns;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who has which address in a lab: the same for the same number of nodes, every time.
 *
 * @param nodes n1, n2 ..., each with the addresses 10.77.0.x and fd77::x of its own
 * @param ipv4 the IPv4 service IP
 * @param ipv6 the IPv6 service IP, with the same first and second choice of owner as {@code ipv4}
 */
public record Plan(List<String> nodes, String ipv4, String ipv6) {
  /** The client's addresses; also the speakers' witness. */
  public static final String CLIENT_IPV4 = "10.77.0.250";

  /** The client's IPv6 address. */
  public static final String CLIENT_IPV6 = "fd77::250";

  private static final int SERVICE_FIRST = 0x80;
  private static final int SERVICE_COUNT = 0x70;

  /** The plan for {@code count} nodes, 3 to 9. */
  public static Plan of(int count) {
    if (count < 3 || count > 9) {
      throw new IllegalArgumentException("a lab has 3 to 9 nodes, not " + count);
    }
    List<String> nodes = IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
    String ipv4 = "10.77.0." + SERVICE_FIRST;
    List<String> order = order(nodes, ipv4).subList(0, 2);
    String ipv6 =
        IntStream.range(SERVICE_FIRST, SERVICE_FIRST + SERVICE_COUNT)
            .mapToObj("fd77::%x"::formatted)
            .filter(ip -> order(nodes, ip).subList(0, 2).equals(order))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no IPv6 address fits " + order));
    return new Plan(nodes, ipv4, ipv6);
  }

  /** Both service IPs, IPv4 first. */
  public List<String> serviceIps() {
    return List.of(ipv4, ipv6);
  }

  /** The node that owns both service IPs while every node is well. */
  public String firstOwner() {
    return order(nodes, ipv4).getFirst();
  }

  /** The node that takes both service IPs over from the first owner. */
  public String nextOwner() {
    return order(nodes, ipv4).get(1);
  }

  /** The IPv4 address of a node. */
  public static String ipv4Of(String node) {
    return "10.77.0." + number(node);
  }

  /** The IPv6 address of a node. */
  public static String ipv6Of(String node) {
    return "fd77::" + number(node);
  }

  /** The hardware address of a node's only network card. */
  public static String macOf(String node) {
    return "02:77:00:00:00:0" + number(node);
  }

  /**
   * The nodes in the order in which they own {@code ip}: by SHA-256 of {@code node#ip}, as
   * MetalLB's speaker has it. Written again here so that the lab can contradict the speaker.
   */
  public static List<String> order(List<String> nodes, String ip) {
    return nodes.stream()
        .sorted(Comparator.comparing(node -> sha256(node + "#" + ip), Arrays::compareUnsigned))
        .toList();
  }

  private static int number(String node) {
    return Integer.parseInt(node.substring(1));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
