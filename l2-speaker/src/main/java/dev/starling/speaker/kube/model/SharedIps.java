package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.Verdict.Announced;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which Services may share an IP, and which do. */
final class SharedIps {
  /** The annotations that allow it. */
  static final List<String> ALLOWING =
      List.of("metallb.io/allow-shared-ip", "metallb.universe.tf/allow-shared-ip");

  private SharedIps() {}

  /** Whether the Service has the annotation, with MetalLB's prefix or its old one; any value. */
  static boolean isAllowed(KubeService service) {
    return ALLOWING.stream().anyMatch(key -> service.annotations().containsKey(key));
  }

  /** Those that announced Services have, by IP. */
  static List<SharedIp> in(SortedMap<ObjectName, Verdict> verdicts) {
    SortedMap<ServiceIp, SortedMap<ObjectName, Decision>> byIp = new TreeMap<>();
    verdicts.forEach(
        (name, verdict) -> {
          if (verdict instanceof Announced announced) {
            Decision decision = Decision.of(announced);
            for (ServiceIp ip : announced.ips()) {
              byIp.computeIfAbsent(ip, _ -> new TreeMap<>()).put(name, decision);
            }
          }
        });
    List<SharedIp> shared = new ArrayList<>();
    byIp.forEach(
        (ip, decisions) -> {
          if (decisions.size() > 1) {
            boolean oneOwner = decisions.values().stream().distinct().limit(2).count() == 1;
            shared.add(new SharedIp(ip, new TreeSet<>(decisions.keySet()), oneOwner));
          }
        });
    return shared;
  }

  /** Everything about a Service that its owner depends on. */
  private record Decision(ServiceIp ip, SortedMap<String, Candidate> candidates, boolean unique) {
    static Decision of(Announced announced) {
      return new Decision(announced.decidingIp(), announced.candidates(), announced.unique());
    }
  }
}
