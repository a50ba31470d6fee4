package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.Verdict.Announced;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which Services may share an IP, and which do. */
final class SharedIps {
  /** The annotations by which MetalLB's controller allows it. */
  private static final List<String> ALLOWING =
      List.of("metallb.io/allow-shared-ip", "metallb.universe.tf/allow-shared-ip");

  /** All whose value is a key that Services have to have in common; the last is Cilium's. */
  static final List<String> KEYS =
      List.of(
          "metallb.io/allow-shared-ip",
          "metallb.universe.tf/allow-shared-ip",
          "lbipam.cilium.io/sharing-key");

  private SharedIps() {}

  /** Whether the Service has the annotation, with MetalLB's prefix or its old one; any value. */
  static boolean isAllowed(KubeService service) {
    return ALLOWING.stream().anyMatch(key -> service.annotations().containsKey(key));
  }

  /** Whether two Services may have an IP in common: both name the same key for that. */
  static boolean mayShare(KubeService one, KubeService other) {
    String key = keyOf(one);
    return !key.isEmpty() && key.equals(keyOf(other));
  }

  private static String keyOf(KubeService service) {
    for (String name : KEYS) {
      String key = service.annotations().getOrDefault(name, "");
      if (!key.isEmpty()) {
        return key;
      }
    }
    return "";
  }

  /**
   * Those that announced Services have, by IP.
   *
   * @param byAge all Services, the oldest first
   */
  static List<SharedIp> in(List<KubeService> byAge, SortedMap<ObjectName, Verdict> verdicts) {
    SortedMap<ServiceIp, Map<ObjectName, Decision>> byIp = new TreeMap<>();
    for (KubeService service : byAge) {
      if (verdicts.get(service.name()) instanceof Announced announced) {
        Decision decision = Decision.of(announced);
        for (ServiceIp ip : announced.ips()) {
          byIp.computeIfAbsent(ip, _ -> new LinkedHashMap<>()).put(service.name(), decision);
        }
      }
    }
    List<SharedIp> shared = new ArrayList<>();
    byIp.forEach(
        (ip, decisions) -> {
          if (decisions.size() > 1) {
            boolean oneOwner = decisions.values().stream().distinct().limit(2).count() == 1;
            shared.add(new SharedIp(ip, List.copyOf(decisions.keySet()), oneOwner));
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
