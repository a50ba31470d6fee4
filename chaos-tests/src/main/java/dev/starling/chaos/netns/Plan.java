package dev.starling.chaos.netns;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who has which address in a lab: the same for the same number of nodes, every time.
 *
 * @param nodes n1, n2 ..., each with addresses of its own
 * @param ipv4 the IPv4 service IP
 * @param ipv6 the IPv6 service IP, with the same first and second choice of owner as {@code ipv4}
 */
public record Plan(List<String> nodes, String ipv4, String ipv6) {
  /** The client's number among the machines. */
  public static final int CLIENT = 250;

  /** The number of the machine that asks who has the service IPs, and does nothing else. */
  public static final int OBSERVER = 251;

  /** The number of a stranger's machine. */
  public static final int STRANGER = 252;

  /** The client's address; also the speakers' witness. */
  public static final String CLIENT_IPV4 = ipv4Of(CLIENT);

  /** The most nodes of a lab. */
  public static final int NODES_LIMIT = 100;

  private static final int SERVICE_FIRST = 0x80;
  private static final int SERVICE_LAST = 0xffff;

  /** The plan for {@code count} nodes, 2 to {@link #NODES_LIMIT}. */
  public static Plan of(int count) {
    if (count < 2 || count > NODES_LIMIT) {
      throw new IllegalArgumentException("a lab has 2 to " + NODES_LIMIT + " nodes, not " + count);
    }
    List<String> nodes = IntStream.rangeClosed(1, count).mapToObj(i -> "n" + i).toList();
    String ipv4 = "10.77.0." + SERVICE_FIRST;
    List<String> order = order(nodes, ipv4).subList(0, 2);
    String ipv6 =
        IntStream.rangeClosed(SERVICE_FIRST, SERVICE_LAST)
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
    return ipv4Of(number(node));
  }

  /** The IPv4 address of the machine with a number. */
  public static String ipv4Of(int number) {
    return "10.77.0." + number;
  }

  /** The IPv4 address of a node on the network behind, which carries no service IP. */
  public static String backIpv4Of(String node) {
    return backIpv4Of(number(node));
  }

  /** The IPv4 address on the network behind of the machine with a number. */
  public static String backIpv4Of(int number) {
    return "10.78.0." + number;
  }

  /** The IPv6 address of a node. */
  public static String ipv6Of(String node) {
    return ipv6Of(number(node));
  }

  /** The IPv6 address of the machine with a number. */
  public static String ipv6Of(int number) {
    return "fd77::1:" + number;
  }

  /** The hardware address of a node's card on the service IPs' network. */
  public static String macOf(String node) {
    return macOf(number(node));
  }

  /** The hardware address of the machine with a number. */
  public static String macOf(int number) {
    return "02:77:00:00:00:" + HexFormat.of().toHexDigits((byte) number);
  }

  /** The number of a node: its address ends with it. */
  public static int number(String node) {
    return Integer.parseInt(node.substring(1));
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

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
