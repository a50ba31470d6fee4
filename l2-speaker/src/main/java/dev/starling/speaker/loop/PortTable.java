package dev.starling.speaker.loop;

import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.election.ServiceIp;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The ports by name, as the loop reaches them. A port that comes later learns what it owns. */
final class PortTable {
  private final SortedMap<String, Port> ports = new ConcurrentSkipListMap<>();
  private final LongSupplier clock;
  private final LongSupplier permitUntilNanos;
  private SortedMap<String, SortedSet<ServiceIp>> answers = Collections.emptySortedMap();
  private volatile boolean silent;

  PortTable(LongSupplier clock, LongSupplier permitUntilNanos) {
    this.clock = clock;
    this.permitUntilNanos = permitUntilNanos;
  }

  Collection<Port> all() {
    return Collections.unmodifiableCollection(ports.values());
  }

  @Nullable Port find(String name) {
    return ports.get(name);
  }

  synchronized void add(Port port) {
    ports.put(port.name(), port);
    port.own(answers.getOrDefault(port.name(), Collections.emptySortedSet()));
    if (silent) {
      port.silence();
    }
  }

  synchronized void remove(Port port) {
    port.silence();
    ports.remove(port.name());
  }

  /** Answers, on each link, for these and no others. */
  synchronized void publish(SortedMap<String, SortedSet<ServiceIp>> next) {
    answers = new TreeMap<>(next);
    for (Port port : ports.values()) {
      port.own(answers.getOrDefault(port.name(), Collections.emptySortedSet()));
    }
  }

  /** Answers nothing on any link any more. */
  synchronized void silence() {
    silent = true;
    ports.values().forEach(Port::silence);
  }

  /** Sends announcements on a link; says whether any frame went out. */
  boolean announce(String link, List<AnnouncementSchedule.Due<ServiceIp>> items) {
    Port port = ports.get(link);
    return port != null && port.announce(items, this::isPermitted);
  }

  /** Asks the witnesses of a link. */
  void askWitness(String link) {
    Port port = ports.get(link);
    if (port != null) {
      port.askWitness();
    }
  }

  /** Asks on a link who has each of {@code ips}. */
  void ask(String link, List<ServiceIp> ips) {
    Port port = ports.get(link);
    if (port != null) {
      port.ask(ips);
    }
  }

  private boolean isPermitted() {
    long until = permitUntilNanos.getAsLong();
    return !silent && (until == Long.MAX_VALUE || until - clock.getAsLong() > 0);
  }
}
