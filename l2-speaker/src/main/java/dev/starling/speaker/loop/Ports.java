package dev.starling.speaker.loop;

import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.LinkState;
import java.net.InetAddress;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the ports as the configuration and the kernel want them, and tells the core of each change.
 * Of one thread; {@link LinkWorker} is it, and calls {@link #tick} four times a second.
 */
final class Ports {
  private static final long ROUTES_NANOS = 5_000_000_000L;
  private static final long BIND_LINK_NANOS = 1_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(Ports.class);

  private final PortTable table;
  private final EventQueue queue;
  private final Outside outside;
  private final LongSupplier permitUntilNanos;
  private final Executor thread;
  private final SortedMap<String, LinkState> told = new TreeMap<>();
  private final SortedMap<String, String> refusals = new TreeMap<>();
  private SortedMap<String, List<InetAddress>> gateways = new TreeMap<>();
  private final SortedMap<String, List<InetAddress>> lastGateways = new TreeMap<>();
  private @Nullable SpeakerConfig config;
  private @Nullable Wanted wanted;
  private @Nullable String bindLink;
  private long routesNanos;
  private long bindLinkNanos;
  private boolean fresh = true;

  /**
   * The world of the ports.
   *
   * @param clock the time, as for the permit
   * @param opener opens links
   * @param groups joins multicast groups, on a thread of its own
   * @param routes reads the default gateways of each interface
   * @param bindLinks finds the interface that has an address
   */
  record Outside(
      LongSupplier clock,
      LinkOpener opener,
      GroupKeeper groups,
      Gateways.Source routes,
      BindLinks bindLinks) {}

  /** Joins the multicast groups that a link needs. */
  interface GroupKeeper {
    /**
     * The link is to hear solicitations for these from now on.
     *
     * @param anew whether switches may have forgotten it: join once more
     */
    void keep(LinkInfo link, SortedSet<ServiceIp> ips, boolean anew);
  }

  /** Finds the interface that has an address. */
  interface BindLinks {
    /** Its name, or null if there is none. */
    @Nullable String of(InetAddress address);
  }

  /**
   * No ports yet.
   *
   * @param thread hands over to the thread that all else is called on
   */
  Ports(
      PortTable table,
      EventQueue queue,
      Outside outside,
      LongSupplier permitUntilNanos,
      Executor thread) {
    this.table = table;
    this.queue = queue;
    this.outside = outside;
    this.permitUntilNanos = permitUntilNanos;
    this.thread = thread;
  }

  /** The interfaces to watch. */
  SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    table.all().forEach(port -> names.add(port.name()));
    return names;
  }

  /** Takes up a configuration, and hands its plan to the core. */
  void configure(SpeakerConfig next) {
    config = next;
    apply(next);
  }

  private void apply(SpeakerConfig current) {
    long now = outside.clock.getAsLong();
    if (Wanted.needsBindLink(current)) {
      String found = outside.bindLinks.of(current.bind());
      bindLinkNanos = now;
      bindLink = found == null ? bindLink : found;
      if (bindLink == null) {
        return;
      }
    }
    readRoutes(now);
    Wanted next = Wanted.of(current, bindLink == null ? "" : bindLink);
    wanted = next;
    for (Port port : List.copyOf(table.all())) {
      if (!next.links().containsKey(port.name())) {
        drop(port);
      }
    }
    next.links().forEach(this::wish);
    queue.post(new Event.Configured(next.plan()));
  }

  private void wish(String name, LinkWish wish) {
    Port port = table.find(name);
    if (port == null) {
      port = create(name);
      port.configure(wish, witnesses(name));
      table.add(port);
      return;
    }
    port.configure(wish, witnesses(name));
    outside.groups.keep(port.info(), port.wish().ownable(), false);
    tell(port);
  }

  private Port create(String name) {
    Responder responder =
        new Responder(
            outside.clock, permitUntilNanos, new LinkRadar(name), Responder.answerLimit());
    return new Port(name, outside.opener, responder, this::linkEnded);
  }

  private void drop(Port port) {
    table.remove(port);
    refusals.remove(port.name());
    port.close();
    outside.groups.keep(LinkInfo.absent(port.name()), new TreeSet<>(), false);
    if (told.remove(port.name()) != null) {
      queue.post(
          new Event.LinkSeen(
              new LinkState(port.name(), false, false, false, false, null, 0, false, 0)));
    }
  }

  /** An interface is as {@code info} says. */
  void seen(LinkInfo info) {
    Port port = table.find(info.name());
    if (port == null) {
      return;
    }
    long now = outside.clock.getAsLong();
    boolean was = port.info().usable() && port.info().carrierChanges() == info.carrierChanges();
    boolean back = !was && info.usable() && told.containsKey(info.name());
    if (!info.addresses().equals(port.info().addresses())) {
      routesNanos = now - ROUTES_NANOS;
    }
    readRoutes(now);
    port.seen(info, now);
    port.configure(port.wish(), witnesses(info.name()));
    outside.groups.keep(info, port.wish().ownable(), back);
    tell(port);
  }

  private void linkEnded(Link link, LinkEnd end, String detail) {
    thread.execute(
        () -> {
          Port port = table.find(link.info().name());
          if (port != null) {
            port.ended(link, end, detail, outside.clock.getAsLong());
            tell(port);
          }
        });
  }

  /** Opens what is to be opened again, and looks for new gateways and for the bind address. */
  void tick() {
    long now = outside.clock.getAsLong();
    SpeakerConfig current = config;
    if (current == null) {
      return;
    }
    if (Wanted.needsBindLink(current) && now - bindLinkNanos >= BIND_LINK_NANOS) {
      bindLinkNanos = now;
      String found = outside.bindLinks.of(current.bind());
      if (found != null && !found.equals(bindLink)) {
        apply(current);
      }
    }
    if (wanted != null) {
      readRoutes(now);
      for (Port port : table.all()) {
        port.configure(port.wish(), witnesses(port.name()));
        port.open(now);
        tell(port);
      }
    }
  }

  private void tell(Port port) {
    tellRefusal(port);
    LinkState state = port.state();
    // Nothing is known of it until the watcher has looked.
    boolean unseen = !told.containsKey(port.name()) && !state.present() && !port.isSeen();
    if (!unseen && !state.equals(told.put(port.name(), state))) {
      queue.post(new Event.LinkSeen(state));
    }
  }

  /** For people; the core hears of the link alone. */
  private void tellRefusal(Port port) {
    String refusal = port.info().canBeOpened() ? port.refusal() : "";
    String before = refusals.getOrDefault(port.name(), "");
    refusals.put(port.name(), refusal);
    if (before.isEmpty() && !refusal.isEmpty()) {
      LOG.warn("{} is not captured, trying on: {}", port.name(), refusal);
    } else if (!before.isEmpty() && refusal.isEmpty() && port.link() != null) {
      LOG.info("{} is captured", port.name());
    }
  }

  private void readRoutes(long now) {
    if (fresh || now - routesNanos >= ROUTES_NANOS) {
      fresh = false;
      routesNanos = now;
      gateways = outside.routes.read();
    }
  }

  private List<InetAddress> witnesses(String link) {
    SpeakerConfig current = config;
    if (current != null && !current.witness().isEmpty()) {
      return current.witness();
    }
    // A route that goes with its carrier does not make the link one that never had a gateway.
    List<InetAddress> now = gateways.getOrDefault(link, List.of());
    if (!now.isEmpty()) {
      lastGateways.put(link, now);
    }
    return lastGateways.getOrDefault(link, List.of());
  }

  private final class LinkRadar implements Radar {
    private final String link;

    private LinkRadar(String link) {
      this.link = link;
    }

    @Override
    public void foreignClaim(InetAddress ip, MacAddress claimant, boolean states) {
      queue.offer(new Event.ForeignClaim(new ServiceIp(ip), link, claimant.toString(), states));
    }

    @Override
    public void witnessHeard(InetAddress witness) {
      queue.offer(new Event.WitnessHeard());
    }
  }
}
