package dev.starling.speaker.loop;

import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkWatcher;
import dev.starling.arpndp.responder.Radar;
import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.LinkState;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.kube.plan.Unplanned;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the ports as the configuration and the kernel want them, and tells the core of each change.
 * Of one thread; {@link LinkWorker} is it, and calls {@link #tick} four times a second.
 */
final class Ports {
  private static final long ROUTES_NANOS = 5_000_000_000L;
  private static final long INTERFACES_NANOS = 1_000_000_000L;

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
  private final Barred barred = new Barred();
  private @Nullable Intent intent;
  private @Nullable Wanted wanted;
  private @Nullable String bindLink;
  private SortedSet<String> general = new TreeSet<>();
  private boolean tooMany;
  private long routesNanos;
  private long interfacesNanos;
  private boolean fresh = true;

  /**
   * The world of the ports.
   *
   * @param clock the time, as for the permit
   * @param opener opens links
   * @param groups joins multicast groups, on a thread of its own
   * @param routes reads the default gateways of each interface
   * @param bindLinks finds the interface that has an address
   * @param interfaces the names of all interfaces that could be links
   */
  record Outside(
      LongSupplier clock,
      LinkOpener opener,
      GroupKeeper groups,
      Gateways.Source routes,
      BindLinks bindLinks,
      Supplier<SortedSet<String>> interfaces) {}

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

  /** Takes up what is to be done, and hands its plan to the core. */
  void configure(Intent next) {
    intent = next;
    look(next);
    apply(next);
  }

  /** Finds the interfaces that the intent does not name; true if they are others than before. */
  private boolean look(Intent current) {
    interfacesNanos = outside.clock.getAsLong();
    boolean changed = false;
    if (current.needsBindLink()) {
      String found = outside.bindLinks.of(current.config().bind());
      changed = found != null && !found.equals(bindLink);
      bindLink = found == null ? bindLink : found;
    }
    if (current.needsGeneralLinks()) {
      SortedSet<String> found = limited(current, current.general(outside.interfaces.get()));
      changed |= !found.equals(general);
      general = found;
    }
    return changed;
  }

  /** As many of them as can be watched beside those that services name. */
  private SortedSet<String> limited(Intent current, SortedSet<String> found) {
    SortedSet<String> links = new TreeSet<>(found);
    int most = LinkWatcher.LIMIT - current.named();
    boolean more = links.size() > most;
    while (links.size() > most) {
      links.removeLast();
    }
    if (more && !tooMany) {
      LOG.warn("{} interfaces are too many, the first {} are used", found.size(), most);
    }
    tooMany = more;
    return links;
  }

  private void apply(Intent current) {
    if (current.needsBindLink() && bindLink == null) {
      return;
    }
    readRoutes(outside.clock.getAsLong());
    Wanted next = current.wanted(bindLink == null ? "" : bindLink, general);
    wanted = next;
    for (Port port : List.copyOf(table.all())) {
      if (!next.links().containsKey(port.name())) {
        drop(port);
      }
    }
    lookForBarred();
    next.links().forEach((name, wish) -> wish(name, barred.left(name, wish)));
    barred.tell(next.links().keySet());
    queue.post(new Event.Configured(next.plan(), current.plan() == null));
  }

  private void configure(Port port) {
    Wanted current = wanted;
    LinkWish wish = current == null ? null : current.links().get(port.name());
    LinkWish next = wish == null ? port.wish() : barred.left(port.name(), wish);
    port.configure(next, witnesses(port.name()));
  }

  /** Who wrote the services into a file knows the network; whoever may make a Service need not. */
  private void lookForBarred() {
    List<InetAddress> routers = new ArrayList<>();
    List<InetAddress> own = new ArrayList<>();
    Intent current = intent;
    if (current == null || current.plan() == null) {
      barred.answered(routers, own);
      return;
    }
    for (Port port : table.all()) {
      routers.addAll(routers(port.name()));
      own.addAll(port.info().addresses());
    }
    gateways.values().forEach(routers::addAll);
    barred.answered(routers, own);
  }

  /** What is not announced on a link, since somebody else answers for it. Of any thread. */
  List<Unplanned> barred() {
    return barred.told();
  }

  /** Why not, by the IP as text. Of any thread. */
  SortedMap<String, Silence> silences() {
    return barred.silences();
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
              new LinkState(
                  port.name(), false, false, false, false, null, 0, false, 0, false, false)));
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
    lookForBarred();
    configure(port);
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

  /** Opens what is to be opened again, and looks for new gateways and interfaces. */
  void tick() {
    long now = outside.clock.getAsLong();
    Intent current = intent;
    if (current == null) {
      return;
    }
    if (now - interfacesNanos >= INTERFACES_NANOS && look(current)) {
      apply(current);
    }
    if (wanted != null) {
      readRoutes(now);
      lookForBarred();
      for (Port port : table.all()) {
        configure(port);
        port.open(now);
        tell(port);
      }
      barred.tell(names());
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
    Intent current = intent;
    if (current != null && !current.config().witness().isEmpty()) {
      return current.config().witness();
    }
    return routers(link);
  }

  private List<InetAddress> routers(String link) {
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
