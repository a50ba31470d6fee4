package dev.starling.speaker.core;

import dev.starling.election.ServiceIp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The failovers of which this speaker was the new owner, as records with their phases. */
final class Flights {
  /** How many are kept for the status. */
  static final int KEPT = 20;

  /** Nodes remembered as suspected, at most. */
  private static final int SUSPICIONS_MAX = 1024;

  private static final int NAMED_IPS = 10;

  private record Suspicion(long lastHeardNanos, long nanos) {}

  private final SortedMap<String, Suspicion> suspicions = new TreeMap<>();
  private final List<FlightRecord> open = new ArrayList<>();
  private final Deque<FlightRecord> last = new ArrayDeque<>();

  void suspected(String node, long lastHeardNanos, long nowNanos) {
    if (suspicions.size() < SUSPICIONS_MAX || suspicions.containsKey(node)) {
      suspicions.put(node, new Suspicion(lastHeardNanos, nowNanos));
    }
  }

  /** A view is in force in which these nodes are: a suspicion of them has come to nothing. */
  void viewInstalled(List<String> nodes) {
    suspicions.keySet().removeAll(nodes);
  }

  /** IPs were claimed in one step: for each cause and last owner a record is opened. */
  void claimed(
      Map<FlightRecord.Cause, SortedMap<String, List<ServiceIp>>> claims,
      String to,
      String epoch,
      long viewNanos,
      long nowNanos) {
    claims.forEach(
        (cause, byOwner) ->
            byOwner.forEach(
                (from, ips) -> open.add(record(cause, from, to, epoch, ips, viewNanos, nowNanos))));
    while (open.size() > KEPT) {
      open.removeFirst();
    }
  }

  /** The first announcements are on the wire: closes and returns the open records. */
  List<FlightRecord> announced(long nowNanos) {
    List<FlightRecord> closed = new ArrayList<>();
    for (FlightRecord flight : open) {
      closed.add(
          new FlightRecord(
              flight.cause(),
              flight.from(),
              flight.to(),
              flight.epoch(),
              flight.ips(),
              flight.ipCount(),
              flight.lastHeardNanos(),
              flight.suspectedNanos(),
              flight.viewNanos(),
              flight.claimedNanos(),
              nowNanos));
    }
    open.clear();
    closed.forEach(last::addFirst);
    while (last.size() > KEPT) {
      last.removeLast();
    }
    return closed;
  }

  /** The last ones, newest first. */
  List<FlightRecord> last() {
    return List.copyOf(last);
  }

  private FlightRecord record(
      FlightRecord.Cause cause,
      String from,
      String to,
      String epoch,
      List<ServiceIp> ips,
      long viewNanos,
      long nowNanos) {
    boolean death = cause == FlightRecord.Cause.DEATH;
    Suspicion suspicion = death ? suspicions.get(from) : null;
    return new FlightRecord(
        cause,
        from,
        to,
        epoch,
        ips.stream().limit(NAMED_IPS).map(ServiceIp::text).toList(),
        ips.size(),
        suspicion == null ? 0 : suspicion.lastHeardNanos(),
        suspicion == null ? 0 : suspicion.nanos(),
        death || cause == FlightRecord.Cause.MERGE ? viewNanos : 0,
        nowNanos,
        0);
  }
}
