package dev.starling.speaker.kube.model;

import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** What becomes of a Service. */
public sealed interface Verdict {
  /** The nodes that are excluded, each with the first reason that applies. */
  SortedMap<String, NodeExclusion> excluded();

  /**
   * It is to be announced.
   *
   * @param pool the pool that has its IPs
   * @param ips in the order of its status, each once
   * @param candidates by node, at least one
   * @param unique whether a side without a majority stays silent
   */
  record Announced(
      String pool,
      List<ServiceIp> ips,
      SortedMap<String, Candidate> candidates,
      SortedMap<String, NodeExclusion> excluded,
      boolean unique)
      implements Verdict {
    /** Copies the list; the maps are shared by many Services, and nobody may change them. */
    public Announced {
      ips = List.copyOf(ips);
    }

    /**
     * The IP whose text decides the owner of all {@code ips}: the first of the status, as with
     * MetalLB, so that a Service of both families has one owner.
     *
     * <p>This is odd where Services share an IP: one with both families and one with IPv6 alone
     * decide by different texts, so that two nodes may own the IPv6 address. {@link
     * Resolution#shared} tells.
     */
    public ServiceIp decidingIp() {
      return ips.getFirst();
    }

    /**
     * The candidates, best claim first, as every MetalLB speaker would have them if all were
     * members: by score, then by {@link Rendezvous#order} of {@link #decidingIp}. Hashes once for
     * each candidate.
     */
    public List<String> order() {
      List<String> order = new ArrayList<>(Rendezvous.order(decidingIp(), candidates.keySet()));
      order.sort((a, b) -> Long.compare(scoreOf(b), scoreOf(a)));
      return List.copyOf(order);
    }

    private long scoreOf(String node) {
      Candidate candidate = candidates.get(node);
      return candidate == null ? 0 : candidate.score();
    }
  }

  /**
   * Nobody announces it.
   *
   * @param text the part of the Service that is meant, such as the IP; may be empty
   * @param excluded empty unless it came to looking at the nodes
   */
  record Withheld(WithheldReason reason, String text, SortedMap<String, NodeExclusion> excluded)
      implements Verdict {}
}
