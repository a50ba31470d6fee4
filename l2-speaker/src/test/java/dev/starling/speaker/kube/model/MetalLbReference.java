package dev.starling.speaker.kube.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import dev.starling.speaker.kube.model.Snapshot.MetalLb;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One MetalLB speaker, step by step as its rule is written down, for one node and one Service at a
 * time: slow and plain, to compare with. It takes the snapshot's node rules over MetalLB's own, and
 * knows no {@link NodeExclusion#NO_INTERFACE}.
 */
final class MetalLbReference {
  private final Snapshot snapshot;
  private final Rules rules;
  private final MetalLb objects;

  MetalLbReference(Snapshot snapshot, Rules rules) {
    this.snapshot = snapshot;
    this.rules = rules;
    this.objects = Objects.requireNonNull(snapshot.metalLb());
  }

  /** An empty text if the speaker on {@code self} announces the Service, else its reason. */
  String reason(KubeService service, String self, SortedSet<String> members) {
    String refused = precheck(service);
    if (!refused.isEmpty()) {
      return refused;
    }
    List<Endpoint> serving =
        snapshot.endpoints().stream()
            .filter(slice -> slice.service().equals(service.name()))
            .flatMap(slice -> slice.endpoints().stream())
            .filter(Endpoint::isServable)
            .toList();
    if (serving.isEmpty()) {
      return "notOwner";
    }
    List<Advertisement> ads = adsFor(service);
    boolean shared = service.annotations().containsKey("metallb.io/allow-shared-ip");
    if (shared && ads.stream().anyMatch(ad -> !ad.serviceSelectors().isEmpty())) {
      return "sharedIPWithServiceSelector";
    }
    if (ads.stream().noneMatch(ad -> covers(ad, self))) {
      return "noMatchingAdvertisement";
    }
    List<String> candidates = new ArrayList<>();
    for (String member : members) {
      KubeNode node = snapshot.nodes().get(member);
      boolean usable = node != null && rules.nodes().exclusionOf(node) == null;
      boolean local =
          !"Local".equals(service.externalTrafficPolicy())
              || serving.stream().anyMatch(endpoint -> member.equals(endpoint.node()));
      if (usable && local && ads.stream().anyMatch(ad -> covers(ad, member))) {
        candidates.add(member);
      }
    }
    String first = null;
    for (String candidate : candidates) {
      if (first == null || isBefore(candidate, first, service, ads)) {
        first = candidate;
      }
    }
    return self.equals(first) ? "" : "notOwner";
  }

  private String precheck(KubeService service) {
    if (!service.type().equals("LoadBalancer")) {
      return "notLoadBalancer";
    }
    if (service.loadBalancerClass() != null) {
      return "otherLoadBalancerClass";
    }
    if (service.ingress().isEmpty()) {
      return "noIPAllocated";
    }
    for (String ip : service.ingress()) {
      if (ServiceIp.parse(ip) == null) {
        return "invalidIP";
      }
    }
    return poolOf(service) == null ? "ipNotAllowed" : "";
  }

  private @Nullable AddressPool poolOf(KubeService service) {
    for (AddressPool pool : objects.pools().values()) {
      boolean all = true;
      for (String ip : service.ingress()) {
        boolean in = false;
        for (String text : pool.addresses()) {
          in |=
              AddressRange.parse(text) instanceof AddressRange range
                  && range.contains(ServiceIp.of(ip));
        }
        all &= in;
      }
      if (all) {
        return pool;
      }
    }
    return null;
  }

  private List<Advertisement> adsFor(KubeService service) {
    AddressPool pool = Objects.requireNonNull(poolOf(service));
    List<Advertisement> ads = new ArrayList<>();
    for (Advertisement ad : objects.advertisements().values()) {
      boolean ofPool =
          (ad.pools().isEmpty() && ad.poolSelectors().isEmpty())
              || ad.pools().contains(pool.name())
              || ad.poolSelectors().stream().anyMatch(s -> chooses(s, pool.labels()));
      boolean ofService =
          ad.serviceSelectors().isEmpty()
              || ad.serviceSelectors().stream().anyMatch(s -> chooses(s, service.labels()));
      if (ofPool && ofService) {
        ads.add(ad);
      }
    }
    return ads;
  }

  private boolean covers(Advertisement ad, String name) {
    KubeNode node = snapshot.nodes().get(name);
    return node != null
        && (ad.nodeSelectors().isEmpty()
            || ad.nodeSelectors().stream().anyMatch(s -> chooses(s, node.labels())));
  }

  /** The union of the interfaces of the ads for the Service and the node; null for all. */
  @Nullable SortedSet<String> interfaces(KubeService service, String name) {
    SortedSet<String> union = new TreeSet<>();
    for (Advertisement ad : adsFor(service)) {
      if (covers(ad, name)) {
        if (ad.interfaces().isEmpty()) {
          return null;
        }
        union.addAll(ad.interfaces());
      }
    }
    return union;
  }

  private boolean isBefore(String a, String b, KubeService service, List<Advertisement> ads) {
    long scoreOfA = score(a, ads);
    long scoreOfB = score(b, ads);
    String ip = "#" + ServiceIp.of(service.ingress().getFirst()).text();
    return scoreOfA != scoreOfB
        ? scoreOfA > scoreOfB
        : digest(a + ip).compareTo(digest(b + ip)) < 0;
  }

  private long score(String name, List<Advertisement> ads) {
    KubeNode node = Objects.requireNonNull(snapshot.nodes().get(name));
    return ads.stream()
        .filter(ad -> covers(ad, name))
        .flatMap(ad -> ad.preferences().stream())
        .filter(each -> each.weight() >= 1 && each.weight() <= 100)
        .filter(each -> chooses(each.selector(), node.labels()))
        .mapToLong(Advertisement.Preference::weight)
        .sum();
  }

  private static boolean chooses(LabelSelector selector, SortedMap<String, String> labels) {
    return selector.fault() == null && selector.matches(labels);
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
