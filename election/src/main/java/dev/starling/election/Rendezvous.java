package dev.starling.election;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The order in which nodes may claim an IP: ascending SHA-256(UTF-8(node) ‖ "#" ‖ text of the IP),
 * as unsigned bytes. It is MetalLB's rule, so that a cluster can change speakers without moving an
 * IP. Rendezvous hashing: the place of two nodes relative to one another depends on no third node,
 * so a node that comes or goes moves only the IPs that it wins.
 */
public final class Rendezvous {
  private Rendezvous() {}

  /**
   * All of {@code nodes}, each once, best claim first. The order of the input is irrelevant. Costs
   * one hash for each node: keep the result for as long as the nodes stay the same.
   */
  public static List<String> order(ServiceIp ip, Collection<String> nodes) {
    MessageDigest sha256 = sha256();
    byte[] suffix = ("#" + ip.text()).getBytes(StandardCharsets.UTF_8);
    List<Claim> claims = new ArrayList<>(nodes.size());
    for (String node : new TreeSet<>(nodes)) {
      sha256.update(node.getBytes(StandardCharsets.UTF_8));
      claims.add(new Claim(node, sha256.digest(suffix)));
    }
    claims.sort((a, b) -> Arrays.compareUnsigned(a.digest, b.digest));
    return claims.stream().map(claim -> claim.node).toList();
  }

  /**
   * The same order, but whoever has a higher score comes first: MetalLB's rule where an
   * advertisement prefers nodes. Hashes nothing, and returns {@code order} itself if no node has a
   * score.
   */
  public static List<String> preferring(List<String> order, Eligibility eligibility) {
    if (order.stream().noneMatch(node -> scoreOf(node, eligibility) != 0)) {
      return order;
    }
    return order.stream()
        .sorted(Comparator.comparingLong((String node) -> scoreOf(node, eligibility)).reversed())
        .toList();
  }

  private static long scoreOf(String node, Eligibility eligibility) {
    Terms terms = eligibility.of(node);
    return terms == null ? 0 : terms.score();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static final class Claim {
    private final String node;
    private final byte[] digest;

    private Claim(String node, byte[] digest) {
      this.node = node;
      this.digest = digest;
    }
  }
}
