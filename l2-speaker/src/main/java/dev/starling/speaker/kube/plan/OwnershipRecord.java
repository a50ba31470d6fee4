package dev.starling.speaker.kube.plan;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.kube.model.Candidate;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Verdict;
import dev.starling.speaker.kube.writes.OwnedService;
import dev.starling.speaker.kube.writes.Owner;
import dev.starling.speaker.kube.writes.Ownership;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts who owns which IP into the terms of what is written to the API server. */
public final class OwnershipRecord {
  private OwnershipRecord() {}

  /**
   * Who announces which Service, or why nobody does.
   *
   * @param verdicts what becomes of each Service
   * @param uids of the Services; one without is left out
   * @param before the last of these, to tell who owned a Service before
   */
  public static Ownership of(
      SortedMap<ObjectName, Verdict> verdicts,
      SortedMap<ObjectName, String> uids,
      Owners owners,
      @Nullable Ownership before) {
    SortedMap<ObjectName, OwnedService> services = new TreeMap<>();
    verdicts.forEach(
        (name, verdict) -> {
          String uid = uids.get(name);
          if (uid == null) {
            return;
          }
          switch (verdict) {
            case Verdict.Announced announced ->
                services.put(name, owned(uid, announced, owners, lastOwner(before, name)));
            case Verdict.Withheld withheld -> services.put(name, withheld(uid, withheld));
          }
        });
    return new Ownership(services);
  }

  /** The Services that are announced with {@code ip}, which is a text as the election has it. */
  public static List<ObjectName> having(SortedMap<ObjectName, Verdict> verdicts, String ip) {
    List<ObjectName> names = new ArrayList<>();
    verdicts.forEach(
        (name, verdict) -> {
          if (verdict instanceof Verdict.Announced announced
              && announced.ips().stream().anyMatch(each -> each.text().equals(ip))) {
            names.add(name);
          }
        });
    return names;
  }

  private static OwnedService owned(
      String uid, Verdict.Announced service, Owners owners, @Nullable Owner last) {
    List<String> ips = service.ips().stream().map(ServiceIp::text).toList();
    ServiceIp key = service.decidingIp();
    String owner = owners.byIp().get(key);
    if (owner == null) {
      boolean linkless = owners.linkless().contains(key);
      String why =
          linkless
              ? "none of its nodes has a usable interface of those that are named"
              : "no node may announce it now";
      return new OwnedService(
          uid, ips, Collections.emptySortedSet(), new Owner.Nobody(why, linkless));
    }
    String previous = last instanceof Owner.Node(String name, _, _) ? name : "";
    // Who stays the owner keeps what was told of how it became it.
    Owner now =
        last instanceof Owner.Node node && node.name().equals(owner)
            ? node
            : new Owner.Node(owner, "", previous);
    return new OwnedService(uid, ips, interfaces(service.candidates().get(owner)), now);
  }

  private static OwnedService withheld(String uid, Verdict.Withheld withheld) {
    String why = withheld.reason().word();
    String text = withheld.text().isEmpty() ? why : why + " (" + withheld.text() + ")";
    return new OwnedService(
        uid,
        List.of(),
        Collections.emptySortedSet(),
        new Owner.Nobody(text, withheld.reason().isFault()));
  }

  private static SortedSet<String> interfaces(@Nullable Candidate candidate) {
    SortedSet<String> named = candidate == null ? null : candidate.interfaces();
    return named == null ? Collections.emptySortedSet() : named;
  }

  private static @Nullable Owner lastOwner(@Nullable Ownership before, ObjectName name) {
    OwnedService known = before == null ? null : before.services().get(name);
    return known == null ? null : known.owner();
  }
}
