package dev.starling.speaker.core;

import dev.starling.election.NodeFacts;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * One step: the event changes what is known (take); then everything that follows from what is known
 * and from the time is derived anew, always in the same order (advance):
 *
 *   yielding?  ->  the witness  ->  settled?  ->  what we tell of ourselves  ->  what of it is in
 *   effect  ->  owners, answers, announcements, questions  ->  the state as a word
 *
 * The effects go out in the order: stop or begin to answer, announce, messages, words. So what this
 * speaker gives up is given up before anybody is told, and what it takes over is on the wire before
 * it says so.
 */

/**
 * Decides which service IPs this speaker answers for, and what it says to the others, to the
 * segment and to people. Reads no clock and does no I/O: an event goes in, effects come out. Not
 * thread-safe.
 */
public final class Speaker {
  /** How long a new view may lack descriptions before those members are taken for unknown. */
  private static final long DESCRIBE_NANOS = 500_000_000L;

  /**
   * How long the members of a majority may take to speak before the segment is asked. A view made
   * during a split may long have members that are out of reach, and another view their IPs.
   */
  private static final long SPEAK_NANOS = 100_000_000L;

  /**
   * How long a speaker waits for others.
   *
   * @param settleNanos at the start, if nobody is heard
   * @param leaseNanos how long a permit lasts at most after its holder was heard last
   */
  public record Patience(long settleNanos, long leaseNanos) {}

  private final String node;
  private final Roster roster;
  private final long keepNanos;
  private final OwnDescription own = new OwnDescription();
  private final Settling settling;
  private final Yielding yielding = new Yielding();
  private final Assurance assurance = new Assurance();
  private final Departure departure = new Departure();
  private final Holdings holdings;
  private final StateClock clock;
  private final Links links = new Links();

  private @Nullable Plan plan;
  private @Nullable Owners owners;
  private Note.@Nullable ConfigurationApplied lastApplied;
  private long viewNanos;
  private boolean viewIsNew;
  private boolean viewIsTrusted;
  private boolean viewHadMajority;

  /**
   * A speaker that knows nothing yet.
   *
   * @param self its life in the group
   * @param node its node's name
   * @param seed for the jitter of announcements
   */
  public Speaker(MemberId self, String node, Patience patience, long seed, long nowNanos) {
    this.node = node;
    roster = new Roster(self, node);
    settling = new Settling(patience.settleNanos());
    holdings = new Holdings(node, seed, patience.leaseNanos());
    // Half of a lease: whoever else comes to a majority waits for a whole one.
    keepNanos = Math.min(SPEAK_NANOS, patience.leaseNanos() / 2);
    clock = new StateClock(nowNanos);
  }

  /** Takes in one event, and returns what to do about it, in this order. */
  public List<Effect> step(Event event, long nowNanos) {
    StepEffects out = new StepEffects();
    take(event, nowNanos, out);
    advance(nowNanos, out);
    return out.all();
  }

  /** When to step with {@link Event.TimePassed} at the latest; {@link Long#MAX_VALUE} for never. */
  public long nextDeadlineNanos() {
    if (plan == null || roster.view() == null || departure.hasLeft()) {
      return Instants.NEVER;
    }
    long next = settling.deadlineNanos();
    next = Instants.earlier(next, own.deadlineNanos());
    next = Instants.earlier(next, yielding.deadlineNanos());
    next = Instants.earlier(next, assurance.deadlineNanos());
    next = Instants.earlier(next, departure.deadlineNanos());
    if (holdings.waitsForDescriptions()) {
      next = Instants.earlier(next, viewNanos + DESCRIBE_NANOS);
    }
    if (holdings.keepsForNow()) {
      next = Instants.earlier(next, viewNanos + keepNanos);
    }
    if (holdings.mustAskSoon()) {
      next = Instants.earlier(next, viewNanos + SPEAK_NANOS);
    }
    return Instants.earlier(next, holdings.deadlineNanos(assurance.permitHeld()));
  }

  /** Whether this speaker has settled: the readiness that a person or a probe asks for. */
  public boolean isSettled() {
    return own.effective().settled() && !roster.isReplaced();
  }

  /** Who owns what; another object after each step that changed it. Null before there is a plan. */
  public @Nullable Owners owners() {
    return owners;
  }

  /** The whole state of this moment; put into words when it is asked for, on any thread. */
  public Supplier<SpeakerStatus> status(long permitUntilNanos, long nowNanos) {
    var inputs = new StatusWriter.Inputs(standing(nowNanos), links, viewNanos, permitUntilNanos);
    return new StatusWriter(node, roster, own, holdings).capture(clock, inputs, nowNanos);
  }

  private void take(Event event, long nowNanos, StepEffects out) {
    switch (event) {
      case Event.Configured(Plan next, boolean asked) -> configured(next, asked, out);
      case Event.ViewInstalled(View view) -> viewInstalled(view, nowNanos, out);
      case Event.Suspected suspected -> suspected(suspected, nowNanos, out);
      case Event.Unsuspected(MemberId member) ->
          holdings.succession().unsuspected(roster.nameOf(member));
      case Event.MessageReceived(MemberId from, PeerMessage message) ->
          received(from, message, out);
      case Event.OutsiderHeard heard -> outsiderHeard(heard, nowNanos);
      case Event.PermitChanged(boolean held) -> permitChanged(held, nowNanos);
      case Event.LinkSeen(LinkState link) -> linkSeen(link, nowNanos, out);
      case Event.WitnessHeard _ -> assurance.witnessHeard(nowNanos);
      case Event.ForeignClaim claim -> foreignClaim(claim, nowNanos, out);
      case Event.Announced _ -> holdings.announced(nowNanos, out);
      case Event.DrainRequested _ -> departure.leave();
      case Event.TimePassed _ -> {}
    }
  }

  private void configured(Plan next, boolean asked, StepEffects out) {
    plan = next;
    roster.expect(next.expected());
    links.plan(next);
    holdings.plan(next, roster.knownNodes(), links);
    var applied =
        new Note.ConfigurationApplied(
            next.services().size(), holdings.ownership().wanted().size(), next.expected());
    // A large cluster changes every second, and little of that is news to a person.
    if (asked || !applied.equals(lastApplied)) {
      lastApplied = applied;
      out.tell(applied);
    }
  }

  private void viewInstalled(View view, long nowNanos, StepEffects out) {
    List<MemberId> before = roster.members();
    SortedMap<String, Description> leavers = new TreeMap<>();
    for (MemberId member : before) {
      if (!view.members().contains(member)) {
        leavers.put(roster.nameOf(member), roster.descriptionOf(member));
      }
    }
    viewHadMajority = assurance.permitHeld() && standing(nowNanos).majority();
    boolean mustSettle = roster.install(view);
    viewNanos = nowNanos;
    assurance.viewInstalled(leavers.values().stream().allMatch(Description::draining));
    yielding.viewInstalled();
    settling.viewInstalled(nowNanos);
    viewIsTrusted = assurance.permitHeld() && !view.isMerge();
    if (mustSettle) {
      settling.begin(nowNanos);
      own.startOver();
    } else if (!view.isMerge() && !assurance.permitHeld()) {
      settling.doubt(nowNanos);
    }
    boolean complete = plan != null && roster.covers(plan.expected());
    holdings.viewInstalled(view, leavers, complete, roster.names(view.members()), nowNanos);
    List<MemberId> joined = new ArrayList<>(view.members());
    joined.removeAll(before);
    out.tell(
        new Note.ViewInstalled(
            view.id().toString(),
            roster.names(view.members()),
            roster.names(joined),
            List.copyOf(leavers.keySet()),
            view.isMerge()));
    for (MemberId member : joined) {
      if (roster.nodeOf(member) == null) {
        out.tell(new Note.UnknownMember(member.toString()));
      }
    }
    viewIsNew = true;
  }

  private void permitChanged(boolean held, long nowNanos) {
    if (held && !assurance.permitHeld()) {
      // Somebody who asked in the meantime was not answered, and may have claimed.
      holdings.announcer().announceAgain(nowNanos);
    }
    assurance.permitChanged(held);
  }

  private static void confirm(MemberId member, long sequence, StepEffects out) {
    out.send(new Effect.Send(member, new PeerMessage.Applied(sequence)));
  }

  private void suspected(Event.Suspected suspected, long nowNanos, StepEffects out) {
    String name = roster.nameOf(suspected.member());
    long lastHeardNanos = suspected.lastHeardNanos();
    assurance.suspected(nowNanos);
    holdings.flights().suspected(name, lastHeardNanos, nowNanos);
    holdings.succession().suspected(name, suspected);
    long silent = lastHeardNanos == 0 ? -1 : Instants.millisBetween(lastHeardNanos, nowNanos);
    out.tell(new Note.Suspected(name, silent));
  }

  private void received(MemberId from, @Nullable PeerMessage message, StepEffects out) {
    switch (message) {
      case PeerMessage.Described said -> {
        roster.describe(from, said);
        if (roster.hasApplied(from, said.sequence())) {
          confirm(from, said.sequence(), out);
        }
      }
      case PeerMessage.Applied(long sequence) -> own.confirmed(from, sequence);
      case null -> out.tell(new Note.BadMessage(roster.nameOf(from), "unreadable"));
    }
  }

  private void outsiderHeard(Event.OutsiderHeard heard, long nowNanos) {
    View view = roster.view();
    if (view == null
        || roster.nodeOf(heard.outsider().member()) == null
        || roster.isPast(heard.outsider().view())) {
      return;
    }
    settling.outsiderHeard();
    boolean majority = standing(nowNanos).majority();
    yielding.outsiderHeard(heard.outsider(), view, majority, nowNanos);
  }

  private void linkSeen(LinkState link, long nowNanos, StepEffects out) {
    LinkState before = links.put(link);
    if (link.equals(before)) {
      return;
    }
    boolean hadNone = before != null && links.usable() == 1 && !before.usable();
    if (link.usable() && hadNone && roster.view() != null) {
      settling.begin(nowNanos);
    }
    if (link.usable() && before != null && before.usable() && link.isOtherWireThan(before)) {
      holdings.announcer().announceAgain(link.name(), nowNanos);
    }
    out.tell(new Note.LinkChanged(link.name(), link.changeFrom(before), link.usable()));
    if (!link.present() && plan != null && !links.areNamed(link.name())) {
      links.remove(link.name());
    }
  }

  private void foreignClaim(Event.ForeignClaim claim, long nowNanos, StepEffects out) {
    LinkState link = links.get(claim.link());
    // In a drain the claim is the next owner's, and as it should be.
    if (link == null || links.have(claim.mac()) || own.wanted().draining()) {
      return;
    }
    boolean stays = !claim.states() || holdings.heard(claim, link, nowNanos);
    if (stays && assurance.permitHeld()) {
      holdings.defend(claim, nowNanos, out);
    }
  }

  private void advance(long nowNanos, StepEffects out) {
    View view = roster.view();
    if (departure.hasLeft()) {
      return;
    }
    if (plan == null || view == null) {
      if (departure.isLeaving() && departure.leaveAtOnce()) {
        out.leave();
      }
      return;
    }
    yielding.update(nowNanos);
    assure(nowNanos, out);
    describe(plan, view, nowNanos, out);
    hold(plan, nowNanos, out);
    finishDrain(nowNanos, out);
    clock.permit(assurance.permitHeld(), own.effective().settled(), nowNanos).forEach(out::tell);
    Situation now = situation(nowNanos);
    clock.update(now.state(), now.why(), nowNanos).forEach(out::tell);
  }

  private void assure(long nowNanos, StepEffects out) {
    var company =
        new Assurance.Company(
            standing(nowNanos).isAlone(),
            roster.expectedMembers() == 2,
            roster.isSomeoneDraining());
    assurance.update(company, links.all(), nowNanos).forEach(out::send);
  }

  private void describe(Plan current, View view, long nowNanos, StepEffects out) {
    boolean complete =
        knowsAll(nowNanos) && assurance.permitHeld() && roster.covers(current.expected());
    boolean assured = assurance.witnessAnswers() || standing(nowNanos).majority();
    settling.update(complete, assured, nowNanos);
    departure.update(current.drain(), nowNanos);
    Description wanted =
        new Description(settling.isSettled(), departure.isDraining(), links.told());
    boolean changed = own.describe(wanted, roster.others(), nowNanos);
    if (viewIsNew && !changed) {
      own.tell(roster.others(), nowNanos);
    }
    if (viewIsNew || changed || own.takeRepetition(nowNanos)) {
      sendDescription(view.id(), out);
    }
    viewIsNew = false;
    own.takeEffect(holdings.awaited(roster, own), nowNanos);
  }

  private void sendDescription(ViewId view, StepEffects out) {
    // Before any confirmation of ours in this step, so that a newcomer knows us when it counts.
    out.sendFirst(
        new Effect.Broadcast(
            new PeerMessage.Described(
                own.sequence(), view, own.wanted(), holdings.isEstablished())));
  }

  private boolean knowsAll(long nowNanos) {
    return roster.knowsAll() || nowNanos - viewNanos >= DESCRIBE_NANOS;
  }

  private void hold(Plan current, long nowNanos, StepEffects out) {
    SortedMap<String, NodeFacts> facts = roster.facts(own.effective());
    if (roster.isReplaced()) {
      // What the others elect under our name is the younger speaker, and not us.
      facts.remove(node);
    }
    var moment =
        new Holdings.Moment(
            facts,
            roster.isEstablished(),
            standing(nowNanos),
            links.behind(own.effective().usableLinks()),
            knowsAll(nowNanos),
            assurance.permitHeld(),
            own.wanted().draining(),
            assurance.isHailing());
    holdings.update(moment, nowNanos, out);
    owners = holdings.owners(owners, current, roster, own.effective().settled());
  }

  private void finishDrain(long nowNanos, StepEffects out) {
    if (departure.isDraining() && own.effective().draining()) {
      int unowned = holdings.ownership().unowned();
      departure.handedOver(own.missing(), unowned, nowNanos).forEach(out::tell);
    }
    if (departure.takeLeave(roster.others().isEmpty(), nowNanos)) {
      out.leave();
    }
  }

  private Standing standing(long nowNanos) {
    int expected = plan == null ? 0 : plan.expected().size();
    long ageNanos = nowNanos - viewNanos;
    return new Standing(
        roster.expectedMembers(),
        roster.confirmedMembers(),
        expected,
        assurance.isAssured(),
        yielding.isSilent(nowNanos),
        viewIsTrusted && ageNanos < keepNanos,
        (viewIsTrusted || viewHadMajority) && ageNanos < SPEAK_NANOS);
  }

  private Situation situation(long nowNanos) {
    return new Situation(
        standing(nowNanos),
        departure,
        own.effective().settled(),
        settling.isSettled(),
        own.unconfirmed(),
        assurance.permitHeld(),
        assurance.isHailing(),
        roster.isReplaced(),
        holdings.wire().held());
  }
}
