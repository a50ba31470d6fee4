package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import java.util.List;

/**
 * An IP that several announced Services have.
 *
 * @param services their names, at least two, the oldest Service's first
 * @param oneOwner whether they have the same owner whoever is alive, since the same IP decides and
 *     the same candidates have the same scores. Where it is false MetalLB may announce the IP from
 *     two nodes: Services of one IP may decide by different IPs, or with a local traffic policy
 *     have endpoints on different nodes
 */
public record SharedIp(ServiceIp ip, List<ObjectName> services, boolean oneOwner) {
  /** Copies the list. */
  public SharedIp {
    services = List.copyOf(services);
  }
}
