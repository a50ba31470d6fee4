package dev.starling.speaker.loop;

import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import dev.starling.arpndp.link.SendResult;
import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.responder.WitnessProbe;
import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.LinkState;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One interface of this node: captured while it can be, closed while it cannot, and opened again
 * when a capture has ended, after a pause of 0.1 s that doubles up to 5 s.
 *
 * <p>Changes belong to the links' thread; {@link #announce}, {@link #askWitness}, {@link #ask},
 * {@link #seek}, {@link #own}, {@link #silence} and all questions may come on any.
 */
final class Port {
  static final long RETRY_MIN_NANOS = 100_000_000;
  static final long RETRY_MAX_NANOS = 5_000_000_000L;

  private final String name;
  private final LinkOpener opener;
  private final LinkListener listener;
  private final Answers answers;
  private final LongAdder announced = new LongAdder();
  private final LongAdder pastDrops = new LongAdder();
  private long retryNanos;
  private long pauseNanos;
  private long openedNanos;
  private boolean seen;

  private volatile LinkWish wish = LinkWish.NONE;
  private volatile LinkInfo info;
  private volatile List<InetAddress> witnesses = List.of();
  private volatile @Nullable Rounds rounds;
  private volatile @Nullable Link link;
  private volatile String refusal = "";

  /**
   * A port of which nothing is known yet.
   *
   * @param listener hears of the end of a capture, on its thread
   */
  Port(String name, LinkOpener opener, Responder responder, LinkListener listener) {
    this.name = name;
    this.opener = opener;
    this.listener = listener;
    answers = new Answers(responder);
    info = LinkInfo.absent(name);
  }

  String name() {
    return name;
  }

  LinkInfo info() {
    return info;
  }

  /** Whether {@link #seen} was called. */
  boolean isSeen() {
    return seen;
  }

  LinkWish wish() {
    return wish;
  }

  Responder responder() {
    return answers.responder();
  }

  @Nullable Link link() {
    return link;
  }

  /** Frames of announcements that have been sent. */
  long announced() {
    return announced.sum();
  }

  /** Frames that came faster than they could be captured. */
  long kernelDrops() {
    Link open = link;
    return pastDrops.sum() + (open == null ? 0 : open.stats().kernelDrops());
  }

  /** Why it is not captured although it could be, for people; empty while it is. */
  String refusal() {
    return refusal;
  }

  /** What the link is for, and whom to ask whether it works, from now on. */
  void configure(LinkWish next, List<InetAddress> asked) {
    List<InetAddress> others = asked.stream().filter(ip -> !info.addresses().contains(ip)).toList();
    if (next.equals(wish) && others.equals(witnesses)) {
      return;
    }
    wish = next;
    witnesses = others;
    answers.configure(next.ips(), others);
    prepareRounds();
    Link open = link;
    if (open != null) {
      opener.refilter(open, named());
    }
  }

  /** The interface is now as {@code next} says. */
  void seen(LinkInfo next, long nowNanos) {
    LinkInfo before = info;
    info = next;
    seen = true;
    Link open = link;
    if (open != null && !(next.canBeOpened() && open.info().sameDevice(next))) {
      close();
    }
    MacAddress mac = next.mac();
    if (mac != null) {
      answers.mac(mac);
      if (!mac.equals(before.mac())) {
        prepareRounds();
      }
    }
    if (!before.canBeOpened() || !before.sameDevice(next)) {
      retryNanos = nowNanos;
      pauseNanos = 0;
    }
    open(nowNanos);
  }

  /** A capture has ended; of no matter if it was closed here. */
  void ended(Link ended, LinkEnd end, String detail, long nowNanos) {
    if (!ended.equals(link)) {
      return;
    }
    link = null;
    pastDrops.add(ended.stats().kernelDrops());
    refusal = "the capture has ended: " + (detail.isEmpty() ? end.name() : detail);
    if (nowNanos - openedNanos > RETRY_MAX_NANOS) {
      pauseNanos = 0;
    }
    pause(nowNanos);
  }

  /** Opens the link if it can be, is not, and the pause is over. */
  void open(long nowNanos) {
    if (link != null || !info.canBeOpened() || nowNanos - retryNanos < 0) {
      return;
    }
    switch (opener.open(info, named(), answers.responder()::respond, listener)) {
      case LinkOpener.Opening.Opened(Link opened) -> {
        link = opened;
        openedNanos = nowNanos;
        refusal = "";
      }
      case LinkOpener.Opening.Refused(String why) -> {
        refusal = why;
        pause(nowNanos);
      }
    }
  }

  private void pause(long nowNanos) {
    pauseNanos = Math.clamp(2 * pauseNanos, RETRY_MIN_NANOS, RETRY_MAX_NANOS);
    retryNanos = nowNanos + pauseNanos;
  }

  /** Ends the capture, on a thread of its own: a stuck one takes two seconds. */
  void close() {
    Link open = link;
    link = null;
    if (open != null) {
      pastDrops.add(open.stats().kernelDrops());
      Thread.ofPlatform().daemon().name("close-" + name).start(open::close);
    }
  }

  /** What the core is to know of it. */
  LinkState state() {
    LinkInfo now = info;
    Link open = link;
    boolean usable = now.usable() && open != null && open.isAlive();
    MacAddress mac = now.mac();
    return new LinkState(
        name,
        now.present(),
        now.up(),
        now.carrier(),
        usable,
        mac == null ? null : mac.toString(),
        now.index(),
        !questions(now, witnesses, now.addresses()).isEmpty(),
        now.carrierChanges(),
        wish.general(),
        now.addresses().stream().anyMatch(address -> !address.isLinkLocalAddress()));
  }

  /** Answers for these from now on. */
  void own(SortedSet<ServiceIp> ips) {
    answers.own(ips);
  }

  /** Answers no more, whatever comes. */
  void silence() {
    answers.silence();
  }

  /**
   * Sends announcements in their order, as long as {@code permit} holds; none of an IP that the
   * link is not for.
   *
   * @return whether any frame went out
   */
  boolean announce(List<AnnouncementSchedule.Due<ServiceIp>> items, BooleanSupplier permit) {
    Link open = link;
    Rounds frames = rounds;
    if (open == null || frames == null) {
      return false;
    }
    SortedSet<ServiceIp> wanted = wish.ips();
    boolean any = false;
    for (AnnouncementSchedule.Due<ServiceIp> item : items) {
      if (!permit.getAsBoolean()) {
        break;
      }
      if (!wanted.contains(item.key())) {
        continue;
      }
      for (byte[] frame : item.part().of(frames.of(item.key()))) {
        if (open.send(frame, frame.length) == SendResult.SENT) {
          announced.increment();
          any = true;
        }
      }
    }
    return any;
  }

  /** Asks every witness once. */
  void askWitness() {
    Link open = link;
    if (open != null) {
      questions(info, witnesses, info.addresses()).forEach(frame -> open.send(frame, frame.length));
    }
  }

  /** Asks the segment once for each of {@code ips}. */
  void ask(List<ServiceIp> ips) {
    Link open = link;
    if (open != null) {
      List<InetAddress> asked = ips.stream().map(ServiceIp::address).toList();
      questions(info, asked, sources(info)).forEach(frame -> open.send(frame, frame.length));
    }
  }

  /** Asks the segment once for {@code peer}, in the name of the card's address {@code from}. */
  void seek(InetAddress peer, InetAddress from) {
    Link open = link;
    if (open != null) {
      questions(info, List.of(peer), List.of(from))
          .forEach(frame -> open.send(frame, frame.length));
    }
  }

  /* The answer to a link-local address of the card's comes to the card, assigned or not. */
  private static List<InetAddress> sources(LinkInfo now) {
    List<InetAddress> sources = new ArrayList<>(now.addresses());
    MacAddress mac = now.mac();
    if (mac != null) {
      sources.add(IpAddresses.linkLocal(mac));
    }
    return sources;
  }

  private static List<byte[]> questions(
      LinkInfo now, List<InetAddress> asked, List<InetAddress> sources) {
    MacAddress mac = now.mac();
    List<byte[]> frames = new ArrayList<>();
    if (mac != null) {
      for (InetAddress ip : asked) {
        WitnessProbe.frame(ip, mac, sources).ifPresent(frames::add);
      }
    }
    return frames;
  }

  private void prepareRounds() {
    MacAddress mac = info.mac();
    rounds = mac == null ? null : new Rounds(mac, wish.ownable());
  }

  private List<InetAddress> named() {
    List<InetAddress> named = new ArrayList<>(witnesses);
    wish.ips().forEach(ip -> named.add(ip.address()));
    return named;
  }

  @Override
  public String toString() {
    return name + " " + Objects.toString(info.mac()) + " " + refusal;
  }
}
