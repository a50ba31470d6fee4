package dev.starling.speaker.loop;

import dev.starling.arpndp.responder.AnswerTable;
import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one link's responder answers for: what the core has published of what is configured. Either
 * may change first; an IP that is not configured any more is never answered for.
 */
final class Answers {
  private final Responder responder;
  private AnswerTable blank = AnswerTable.EMPTY;
  private Set<ServiceIp> configured = Set.of();
  private SortedSet<ServiceIp> owned = Collections.emptySortedSet();
  private boolean silent;

  Answers(Responder responder) {
    this.responder = responder;
  }

  Responder responder() {
    return responder;
  }

  /** These service IPs and witnesses are known from now on. */
  void configure(SortedSet<ServiceIp> ips, Collection<InetAddress> witnesses) {
    // Outside of the lock, for which the loop may wait: 20,000 IPs take a while.
    List<InetAddress> addresses = ips.stream().map(ServiceIp::address).toList();
    AnswerTable table = AnswerTable.of(MacAddress.ZERO, addresses, witnesses);
    synchronized (this) {
      blank = table.withMac(blank.mac());
      configured = ips;
      publish();
    }
  }

  /** Every answer names {@code mac} from now on. */
  synchronized void mac(MacAddress mac) {
    if (!mac.equals(blank.mac())) {
      blank = blank.withMac(mac);
      publish();
    }
  }

  /** These are to be answered for, and no others. */
  synchronized void own(SortedSet<ServiceIp> ips) {
    owned = new TreeSet<>(ips);
    publish();
  }

  /** Nothing is answered for any more, whatever comes. */
  synchronized void silence() {
    silent = true;
    publish();
  }

  private void publish() {
    List<InetAddress> addresses =
        silent
            ? List.of()
            : owned.stream().filter(configured::contains).map(ServiceIp::address).toList();
    responder.publish(blank.withOwned(addresses));
  }
}
