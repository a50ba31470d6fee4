package dev.starling.speaker.core;

import dev.starling.election.NodeFacts;
import dev.starling.election.Ranking;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts the speaker's state into the form that people and machines read. */
final class StatusWriter {
  private final String node;
  private final Roster roster;
  private final OwnDescription own;
  private final Ownership ownership;
  private final Announcer announcer;

  StatusWriter(
      String node, Roster roster, OwnDescription own, Ownership ownership, Announcer announcer) {
    this.node = node;
    this.roster = roster;
    this.own = own;
    this.ownership = ownership;
    this.announcer = announcer;
  }

  /** What the parts above do not hold. */
  record Inputs(
      @Nullable Plan plan,
      Standing standing,
      SortedMap<String, LinkState> links,
      List<FlightRecord> failovers,
      long viewNanos,
      long permitUntilNanos) {}

  SpeakerStatus write(StateClock clock, Inputs in, long nowNanos) {
    boolean endless = in.permitUntilNanos() == Long.MAX_VALUE;
    long left = endless ? -1 : Instants.millisBetween(nowNanos, in.permitUntilNanos());
    boolean held = endless || in.permitUntilNanos() - nowNanos > 0;
    return new SpeakerStatus(
        node,
        nowNanos,
        clock.state(),
        clock.ageMillis(nowNanos),
        clock.why(),
        in.standing().majority(),
        in.standing().expected(),
        in.standing().witnessed(),
        new SpeakerStatus.PermitStatus(held, endless ? -1 : Math.max(0, left)),
        view(in.viewNanos(), nowNanos),
        links(in.links()),
        ips(in.standing(), held, nowNanos),
        in.failovers());
  }

  private SpeakerStatus.@Nullable ViewStatus view(long viewNanos, long nowNanos) {
    View view = roster.view();
    if (view == null) {
      return null;
    }
    List<SpeakerStatus.MemberStatus> members = new ArrayList<>();
    for (MemberId member : view.members()) {
      String name = roster.nameOf(member);
      boolean self = roster.isSelf(member);
      Description of = self ? own.wanted() : roster.descriptionOf(member);
      members.add(
          new SpeakerStatus.MemberStatus(
              name,
              member.toString(),
              self,
              self || roster.knows(member),
              of.settled(),
              of.draining(),
              of.usableLinks()));
    }
    return new SpeakerStatus.ViewStatus(
        view.id().toString(), Instants.millisBetween(viewNanos, nowNanos), members);
  }

  private static List<SpeakerStatus.LinkStatus> links(SortedMap<String, LinkState> links) {
    return links.values().stream()
        .map(
            link ->
                new SpeakerStatus.LinkStatus(
                    link.name(),
                    link.present(),
                    link.up(),
                    link.carrier(),
                    link.usable(),
                    link.mac(),
                    link.index()))
        .toList();
  }

  private List<SpeakerStatus.IpStatus> ips(Standing standing, boolean permitHeld, long nowNanos) {
    SortedMap<String, NodeFacts> facts = roster.facts(own.effective());
    List<SpeakerStatus.IpStatus> ips = new ArrayList<>();
    for (Map.Entry<ServiceIp, Ownership.Wanted> entry : ownership.wanted().entrySet()) {
      Ownership.Wanted wanted = entry.getValue();
      Ranking ranking = ownership.ranking(wanted, facts);
      SortedMap<String, String> excluded = new TreeMap<>();
      ranking.excluded().forEach((name, reason) -> excluded.put(name, reason.name()));
      String owner = ownership.owners().get(entry.getKey());
      SortedSet<String> links = wanted.service().links();
      ips.add(
          new SpeakerStatus.IpStatus(
              entry.getKey().text(),
              wanted.service().name(),
              wanted.service().policy(),
              owner,
              node.equals(owner),
              permitHeld && announcer.answersFor(entry.getKey()),
              owner == null ? silence(standing, wanted, ranking) : null,
              ranking.candidates(),
              excluded,
              links,
              ownership.sinceMillis(entry.getKey(), nowNanos)));
    }
    return ips;
  }

  private static Silence silence(Standing standing, Ownership.Wanted wanted, Ranking ranking) {
    Silence silence = standing.silence(wanted.service().unique());
    if (silence != null) {
      return silence;
    }
    return ranking.excluded().containsValue(dev.starling.election.Exclusion.SETTLING)
        ? Silence.SETTLING
        : Silence.NO_CANDIDATE;
  }
}
