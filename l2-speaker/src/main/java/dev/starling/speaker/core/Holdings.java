package dev.starling.speaker.core;

import dev.starling.election.NodeFacts;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What this speaker holds: from who owns what, over the question to the wire, to what is answered
 * for and announced, and to the records of it.
 */
final class Holdings {
  /**
   * What an election depends on, apart from the services.
   *
   * @param established whether a member says that the group has come into being
   * @param handingOver whether the others are to take over, and may have
   */
  record Moment(
      SortedMap<String, NodeFacts> facts,
      boolean established,
      Standing standing,
      SortedMap<String, SortedSet<String>> usableLinks,
      boolean known,
      boolean permitHeld,
      boolean handingOver,
      boolean hailing) {}

  private record Input(
      SortedMap<String, NodeFacts> facts,
      SortedMap<String, NodeFacts> hoped,
      SortedMap<String, SortedSet<String>> usableLinks,
      @Nullable Silence available,
      @Nullable Silence unique,
      boolean keeps,
      boolean known,
      boolean mustAsk,
      boolean mustAskSoon,
      boolean mayAsk,
      boolean succession,
      SortedSet<String> leftOut,
      long wireChanges) {}

  private final String node;
  private final Ownership ownership = new Ownership();
  private final WireCheck wire;
  private final Succession succession;
  private final Forming forming;
  private final Heirs heirs;
  private final Claims claims;
  private final Announcer announcer;
  private final Flights flights = new Flights();

  private SortedMap<String, Description> gone = new TreeMap<>();
  private Claims.Trigger trigger = Claims.Trigger.OTHER;
  private @Nullable Input lastInput;
  private String epoch = "";
  private long viewNanos;
  private boolean elsewhere;
  private SortedSet<ServiceIp> linkless = new TreeSet<>();
  private SortedSet<String> named = new TreeSet<>();
  private Event.@Nullable ForeignClaim lastClaim;

  Holdings(String node, long seed, long leaseNanos) {
    this.node = node;
    claims = new Claims(node);
    announcer = new Announcer(seed);
    wire = new WireCheck(seed);
    succession = new Succession(leaseNanos);
    forming = new Forming(node);
    heirs = new Heirs(node);
  }

  Succession succession() {
    return succession;
  }

  Ownership ownership() {
    return ownership;
  }

  /** Whether the group has come into being, as far as this speaker knows. */
  boolean isEstablished() {
    return forming.isOver();
  }

  /** Who has to confirm what {@code own} wants before it is in effect. */
  List<MemberId> awaited(Roster roster, OwnDescription own) {
    return heirs.of(roster, own, ownership);
  }

  Announcer announcer() {
    return announcer;
  }

  Flights flights() {
    return flights;
  }

  WireCheck wire() {
    return wire;
  }

  /** The services are those of {@code plan}, to be owned by nodes of {@code known}. */
  void plan(Plan plan, Collection<String> known, Links links) {
    ownership.plan(plan, known);
    announcer.forgetLinks(link -> !links.areNamed(link));
    named = links.named();
    trigger = Claims.Trigger.CONFIGURATION;
    lastInput = null;
  }

  /**
   * A view is in force.
   *
   * @param leavers what whoever is no longer in it had told of itself
   * @param complete whether everybody is in it who ought to be
   * @param nodes who is in it
   */
  void viewInstalled(
      View view,
      SortedMap<String, Description> leavers,
      boolean complete,
      List<String> nodes,
      long nowNanos) {
    gone = leavers;
    succession.viewInstalled(view, leavers, nodes, complete, nowNanos);
    epoch = view.id().toString();
    viewNanos = nowNanos;
    if (view.isMerge()) {
      trigger = Claims.Trigger.MERGE;
      announcer.announceAgain(nowNanos);
    }
    flights.viewInstalled(nodes);
    wire.viewInstalled(nowNanos);
  }

  /** Who owns what of {@code plan}; {@code before} itself if that is the same. */
  Owners owners(@Nullable Owners before, Plan plan, Roster roster, boolean settled) {
    Owners now =
        new Owners(
            ownership.owners(),
            linkless,
            plan,
            new TreeSet<>(roster.names(roster.members())),
            settled && roster.isOldest());
    return before != null && before.equals(now) ? before : now;
  }

  /** The first frames are on the wire. */
  void announced(long nowNanos, StepEffects out) {
    flights.announced(nowNanos).forEach(flight -> out.tell(new Note.Failover(flight)));
  }

  /**
   * Somebody else claims one of the IPs, or answers for it.
   *
   * @param on the link it was heard on
   * @return whether a claim of this speaker's stays
   */
  boolean heard(Event.ForeignClaim claim, LinkState on, long nowNanos) {
    boolean lower = on.mac() != null && claim.mac().compareTo(on.mac()) < 0;
    lastClaim = claim;
    return wire.heard(claim.ip(), lower, nowNanos);
  }

  /** Says what is right once more, if this speaker answers for it there. */
  void defend(Event.ForeignClaim claim, long nowNanos, StepEffects out) {
    SortedSet<ServiceIp> ours = announcer.answers().getOrDefault(claim.link(), new TreeSet<>());
    if (ours.contains(claim.ip()) && announcer.defend(claim, nowNanos)) {
      tellOf(claim, out);
    }
  }

  private static void tellOf(Event.ForeignClaim claim, StepEffects out) {
    out.tell(new Note.ConflictHeard(claim.ip().text(), claim.link(), claim.mac(), true));
  }

  /** Elects anew if anything has changed, and answers, announces and asks accordingly. */
  void update(Moment now, long nowNanos, StepEffects out) {
    if (!now.standing().mustAsk()) {
      wire.forget();
    }
    wire.judge(now.standing().isAlone(), nowNanos);
    succession.update(now.standing().majority(), nowNanos);
    forming.update(now.facts(), now.established(), nowNanos);
    elect(now, nowNanos, out);
    trigger = Claims.Trigger.OTHER;
    if (now.permitHeld()) {
      announcer.defendLate(now.handingOver(), nowNanos).forEach(claim -> tellOf(claim, out));
      announcer.due(nowNanos).forEach((link, due) -> out.frame(new Effect.Announce(link, due)));
    }
    ask(now.usableLinks(), nowNanos, out);
    tellOfOthers(out);
  }

  private void elect(Moment now, long nowNanos, StepEffects out) {
    Standing standing = now.standing();
    // Without a permit nothing of what was ours is still ours: others have asked and not heard us.
    boolean mayAsk = now.permitHeld() && (standing.silence(false) == null || now.hailing());
    var input =
        new Input(
            now.facts(),
            forming.hoped(now.facts(), named),
            now.usableLinks(),
            standing.silence(false),
            standing.silence(true),
            standing.keeps(true),
            now.known(),
            standing.mustAsk(),
            standing.mustAskSoon(),
            mayAsk,
            succession.isOpen(nowNanos),
            succession.leftOut(nowNanos),
            wire.changes());
    if (input.equals(lastInput)) {
      return;
    }
    lastInput = input;
    SortedMap<ServiceIp, String> before = ownership.owners();
    Ownership.Gate gate =
        (want, owner, previous, claimable) -> {
          boolean asks = !want.service().unique() && owner.equals(node) && input.mustAsk();
          boolean gains = owner.equals(node) && !owner.equals(previous);
          return !isAwaited(want, previous, input)
              && !(gains && forming.isAnothers(want, input.hoped()))
              && (!asks
                  || (mayAsk && wire.admits(want.ip(), past(previous, now), claimable, nowNanos)));
        };
    wire.begin();
    // Whoever has not spoken in this view may not have let go yet: it does so before it speaks.
    ownership.elect(now.facts(), standing, now.known() ? null : node, gate, nowNanos);
    wire.end();
    linkless = ownership.linkless(now.facts());
    Claims.Outcome outcome = claims.compare(before, ownership, now.facts(), gone, trigger);
    SortedMap<String, SortedSet<ServiceIp>> answers =
        Announcer.byLink(now.usableLinks(), outcome.owned());
    if (announcer.answer(answers, nowNanos)) {
      out.frame(new Effect.Publish(answers));
    }
    flights.claimed(outcome.claims(), node, epoch, viewNanos, nowNanos);
    outcome.notes().forEach(out::tell);
  }

  /* Whoever is in the view lets go by himself. */
  private boolean isAwaited(Ownership.Wanted want, @Nullable String previous, Input input) {
    String last = previous == null ? ownership.lastOwnerBefore(want.ip()) : previous;
    boolean unknown = last == null || !input.facts().containsKey(last);
    return unknown
        && (want.service().unique()
            ? input.succession()
            : last != null && input.leftOut().contains(last));
  }

  private WireCheck.Past past(@Nullable String previous, Moment now) {
    NodeFacts of = previous == null ? null : now.facts().get(previous);
    if (of == null) {
      return WireCheck.Past.UNKNOWN;
    }
    if (of.node().equals(node)) {
      return WireCheck.Past.OWN;
    }
    return of.draining() ? WireCheck.Past.HANDED_OVER : WireCheck.Past.UNKNOWN;
  }

  private void ask(
      SortedMap<String, SortedSet<String>> usableLinks, long nowNanos, StepEffects out) {
    List<ServiceIp> questions = wire.questions(nowNanos);
    if (questions.isEmpty()) {
      return;
    }
    SortedMap<ServiceIp, SortedSet<String>> links = new TreeMap<>();
    for (ServiceIp ip : questions) {
      ServicePlan service = ownership.serviceOf(ip);
      links.put(ip, service == null ? Collections.emptySortedSet() : service.linksOf(node));
    }
    Announcer.byLink(usableLinks, links)
        .forEach((link, ips) -> out.frame(new Effect.Ask(link, List.copyOf(ips))));
  }

  private void tellOfOthers(StepEffects out) {
    boolean now = wire.held() > 0;
    if (now == elsewhere) {
      return;
    }
    elsewhere = now;
    Event.ForeignClaim claim = lastClaim;
    out.tell(
        now && claim != null
            ? new Note.AnsweredElsewhere(true, claim.ip().text(), claim.mac())
            : new Note.AnsweredElsewhere(false, "", ""));
  }

  /** Why IPs without an owner have none, as far as whoever answered before is concerned. */
  SortedMap<ServiceIp, Silence> silences() {
    SortedMap<ServiceIp, Silence> silences = wire.silences();
    Input last = lastInput;
    if (last != null && !last.hoped().isEmpty()) {
      ownership
          .wanted()
          .forEach(
              (ip, want) -> {
                if (forming.isAnothers(want, last.hoped())) {
                  silences.put(ip, Silence.SETTLING);
                }
              });
    }
    if (last != null && (last.succession() || !last.leftOut().isEmpty())) {
      ownership
          .wanted()
          .forEach(
              (ip, want) -> {
                if (isAwaited(want, ownership.owners().get(ip), last)) {
                  silences.put(ip, Silence.SUCCESSION);
                }
              });
    }
    return silences;
  }

  /** When there is something to do, without any event. */
  long deadlineNanos(boolean permitHeld) {
    long next = Instants.earlier(wire.deadlineNanos(), succession.deadlineNanos());
    next = Instants.earlier(next, forming.deadlineNanos());
    return permitHeld ? Instants.earlier(next, announcer.deadlineNanos()) : next;
  }

  /** Whether the last election was one without questions, that will not stay so. */
  boolean mustAskSoon() {
    Input last = lastInput;
    return last != null && last.mustAskSoon();
  }

  /** Whether the last election was one in which somebody had not described himself yet. */
  boolean waitsForDescriptions() {
    Input last = lastInput;
    return last != null && !last.known();
  }

  /** Whether the last election was one that let an owner without a majority keep its IPs. */
  boolean keepsForNow() {
    Input last = lastInput;
    return last != null && last.keeps();
  }
}
