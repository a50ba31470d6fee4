package dev.starling.speaker.loop;

import dev.starling.arpndp.link.FrameHandler;
import dev.starling.arpndp.link.InMemoryLink;
import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import dev.starling.speaker.core.Description;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.PeerMessage;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.core.ServicePlan;
import dev.starling.speaker.core.Speaker;
import dev.starling.speaker.core.SpeakerStatus;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plays failovers in a world of its own, on its own clock, so that the JVM has loaded and compiled
 * the way of the first real one. Nothing of it is counted, logged or sent.
 */
final class Rehearsal {
  /** Each passes the hot places dozens of times; the JVM compiles what has run 200 times. */
  private static final int ROUNDS = 30;

  private static final long STEP_NANOS = 50_000_000;
  private static final long SETTLE_NANOS = 1_000_000_000;
  private static final String LINK = "rehearsal";
  private static final MacAddress MAC = new MacAddress(0x0200_0000_0001L);
  private static final List<String> NODES = List.of("n1", "n2", "n3");

  private final List<MemberId> members = NODES.stream().map(node -> MemberId.of(node, 1)).toList();
  private final Understudy understudy = new Understudy(members.getFirst());
  private final EventQueue queue;
  private final MembershipEvents events;
  private final Loop loop;
  private final InMemoryLink link;
  private @Nullable Throwable broken;
  private long views;
  private long now;

  private Rehearsal(Teller teller) {
    queue = new EventQueue(this::now, cause -> broken = cause);
    events = new MembershipEvents(queue);
    FramePermit permit = new FramePermit(understudy::permitUntilNanos, now);
    PortTable ports = new PortTable(this::now, permit);
    Stage stage = new Stage();
    Port port =
        new Port(
            LINK,
            stage,
            new Responder(this::now, permit, Radar.DEAF, Responder.answerLimit()),
            (ended, end, detail) -> {});
    SortedSet<ServiceIp> ips = ips();
    port.configure(new LinkWish(ips, ips, false), List.of());
    port.seen(stage.info, now);
    link = stage.opened.getFirst();
    ports.add(port);
    Speaker core =
        new Speaker(
            members.getFirst(), NODES.getFirst(), new Speaker.Patience(SETTLE_NANOS, 0), 1, now);
    loop =
        new Loop(
            queue,
            core,
            new Performer(ports, understudy, teller, () -> {}, _ -> {}, this::now),
            this::now,
            permit,
            cause -> broken = cause);
    queue.post(
        new Event.Configured(
            new Plan(
                new TreeSet<>(NODES),
                List.of(ServicePlan.alike("web", ips, new TreeSet<>(List.of(LINK)), null, false)),
                false)));
    queue.post(new Event.LinkSeen(port.state()));
  }

  private long now() {
    return now;
  }

  private static SortedSet<ServiceIp> ips() {
    SortedSet<ServiceIp> ips = new TreeSet<>();
    for (int i = 1; i <= 8; i++) {
      ips.add(ServiceIp.of("192.0.2." + i));
      ips.add(ServiceIp.of("2001:db8::" + i));
    }
    return ips;
  }

  /** Plays, in some hundred milliseconds. */
  static SpeakerStatus play() throws InterruptedException {
    try (Teller teller = new Teller(new Deaf())) {
      Rehearsal rehearsal = new Rehearsal(teller);
      for (int round = 0; round < ROUNDS; round++) {
        rehearsal.playRound();
      }
      if (rehearsal.broken != null) {
        throw new IllegalStateException("in the rehearsal", rehearsal.broken);
      }
      return rehearsal.loop.lastStatus();
    }
  }

  /** All three meet; the second is lost, and comes back. */
  private void playRound() throws InterruptedException {
    install(members);
    for (int i = 0; i < SETTLE_NANOS / STEP_NANOS / 4; i++) {
      pass();
    }
    events.suspected(members.get(1), now, true, now);
    install(List.of(members.getFirst(), members.getLast()));
    pass();
    link.takeSent();
    queue.ask(loop::captureNow);
    pass();
  }

  private void install(List<MemberId> present) throws InterruptedException {
    ViewId id = new ViewId(members.getFirst(), ++views);
    events.viewInstalled(new View(id, present, List.of()), now);
    turnAll();
    Description description = new Description(true, false, new TreeSet<>(List.of(LINK)));
    for (MemberId member : present.subList(1, present.size())) {
      PeerMessage said = new PeerMessage.Described(views, id, description, true);
      events.messageReceived(member, PeerMessage.encode(said), now);
    }
    confirm(present);
  }

  private void pass() throws InterruptedException {
    now += STEP_NANOS;
    confirm(members);
  }

  private void confirm(List<MemberId> present) throws InterruptedException {
    for (MemberId member : present.subList(1, present.size())) {
      byte[] applied = PeerMessage.encode(new PeerMessage.Applied(understudy.lastSequence()));
      events.messageReceived(member, applied, now);
    }
    turnAll();
  }

  private void turnAll() throws InterruptedException {
    while (queue.depth() > 0) {
      loop.turn();
    }
  }

  /** A link without a wire. */
  private static final class Stage implements LinkOpener {
    private final LinkInfo info =
        new LinkInfo(LINK, true, 1, true, true, 1, MAC, false, false, 1_500, List.of());
    private final List<InMemoryLink> opened = new ArrayList<>();

    @Override
    public Opening open(
        LinkInfo of, Collection<InetAddress> named, FrameHandler handler, LinkListener listener) {
      InMemoryLink fresh = new InMemoryLink(of, handler);
      opened.add(fresh);
      return new Opening.Opened(fresh);
    }

    @Override
    public void refilter(Link of, Collection<InetAddress> named) {}
  }

  /** Hears nothing. */
  private static final class Deaf implements Teller.Audience {
    @Override
    public void hear(Note note, long nanos) {}

    @Override
    public void quiet(long nanos) {}
  }
}
