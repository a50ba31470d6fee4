package dev.starling.speaker.core;

import dev.starling.election.Exclusion;
import dev.starling.election.NodeFacts;
import dev.starling.election.Ranking;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Puts the IPs of one moment into the form that people and machines read. Holds only what does not
 * change, so that 20,000 IPs need not be ranked on the thread that decides.
 */
record IpWriter(
    String node,
    Ownership.Outcome outcome,
    SortedMap<String, NodeFacts> facts,
    SortedMap<String, SortedSet<ServiceIp>> answers,
    SortedMap<ServiceIp, Silence> others,
    Standing standing) {

  /** Each IP with its candidates and the reason of each exclusion. */
  List<SpeakerStatus.IpStatus> write(boolean permitHeld, long nowNanos) {
    List<SpeakerStatus.IpStatus> ips = new ArrayList<>(outcome.wanted().size());
    outcome
        .wanted()
        .forEach(
            (ip, wanted) -> {
              Ranking ranking = wanted.ranking(facts);
              SortedMap<String, String> excluded = new TreeMap<>();
              ranking
                  .excluded()
                  .forEach((name, reason) -> excluded.put(name, word(reason, name, wanted)));
              String owner = outcome.owners().get(ip);
              ips.add(
                  new SpeakerStatus.IpStatus(
                      ip.text(),
                      wanted.service().name(),
                      wanted.service().policy(),
                      owner,
                      node.equals(owner),
                      permitHeld && answersFor(ip),
                      owner == null ? silence(ip, wanted, ranking, permitHeld) : null,
                      ranking.candidates(),
                      excluded,
                      wanted.service().linksOf(node),
                      outcome.sinceMillis(ip, nowNanos)));
            });
    return ips;
  }

  private static String word(Exclusion reason, String name, Ownership.Wanted wanted) {
    return reason == Exclusion.NODE_NOT_LISTED
        ? wanted.service().why().getOrDefault(name, reason.name())
        : reason.name();
  }

  private boolean answersFor(ServiceIp ip) {
    return answers.values().stream().anyMatch(ips -> ips.contains(ip));
  }

  private Silence silence(
      ServiceIp ip, Ownership.Wanted wanted, Ranking ranking, boolean permitHeld) {
    Silence ofStanding = standing.silence(wanted.service().unique());
    if (ofStanding != null) {
      return ofStanding;
    }
    if (ranking.candidates().isEmpty()) {
      return ranking.excluded().containsValue(Exclusion.SETTLING)
          ? Silence.SETTLING
          : Silence.NO_CANDIDATE;
    }
    Silence ofOthers = others.get(ip);
    if (ofOthers != null) {
      return ofOthers;
    }
    return permitHeld ? Silence.SETTLING : Silence.LOCAL_STALL;
  }
}
