package dev.starling.speaker.core;

import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts the speaker's state into the form that people and machines read. */
final class StatusWriter {
  private final String node;
  private final Roster roster;
  private final OwnDescription own;
  private final Holdings holdings;

  StatusWriter(String node, Roster roster, OwnDescription own, Holdings holdings) {
    this.node = node;
    this.roster = roster;
    this.own = own;
    this.holdings = holdings;
  }

  /** What the parts above do not hold. */
  record Inputs(Standing standing, Links links, long viewNanos, long permitUntilNanos) {}

  /**
   * The state of this moment. What costs time, the ranking of each IP, is done by whoever asks for
   * it, on any thread.
   */
  Supplier<SpeakerStatus> capture(StateClock clock, Inputs in, long nowNanos) {
    boolean endless = in.permitUntilNanos() == Long.MAX_VALUE;
    long left = endless ? -1 : Instants.millisBetween(nowNanos, in.permitUntilNanos());
    boolean held = endless || in.permitUntilNanos() - nowNanos > 0;
    SpeakerStatus head =
        new SpeakerStatus(
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
            List.of(),
            holdings.flights().last());
    IpWriter ips =
        new IpWriter(
            node,
            holdings.ownership().outcome(),
            roster.facts(own.effective()),
            holdings.announcer().answers(),
            holdings.silences(),
            in.standing());
    return () -> head.with(ips.write(held, nowNanos));
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

  private static List<SpeakerStatus.LinkStatus> links(Links links) {
    return links.all().stream()
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
}
