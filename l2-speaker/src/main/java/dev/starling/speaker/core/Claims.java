package dev.starling.speaker.core;

import dev.starling.election.NodeFacts;
import dev.starling.election.ServiceIp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What changes for this speaker when the owners change: claims, releases, and why. */
final class Claims {
  /** Why this step elected anew. */
  enum Trigger {
    CONFIGURATION,
    MERGE,
    OTHER
  }

  /** What was found. */
  record Outcome(
      List<Note> notes,
      Map<FlightRecord.Cause, SortedMap<String, List<ServiceIp>>> claims,
      SortedMap<ServiceIp, SortedSet<String>> owned) {}

  private final String self;

  Claims(String self) {
    this.self = self;
  }

  /**
   * Compares the owners before with the owners now.
   *
   * @param gone what the last members that left had told of themselves, by node
   */
  Outcome compare(
      SortedMap<ServiceIp, String> before,
      Ownership ownership,
      SortedMap<String, NodeFacts> facts,
      SortedMap<String, Description> gone,
      Trigger trigger) {
    SortedMap<ServiceIp, String> now = ownership.owners();
    List<Note> notes = new ArrayList<>();
    before.forEach(
        (ip, owner) -> {
          if (owner.equals(self) && !self.equals(now.get(ip))) {
            notes.add(released(ip, ownership, now.get(ip)));
          }
        });
    Map<FlightRecord.Cause, SortedMap<String, List<ServiceIp>>> claims =
        new EnumMap<>(FlightRecord.Cause.class);
    SortedMap<ServiceIp, SortedSet<String>> owned = new TreeMap<>();
    now.forEach(
        (ip, owner) -> {
          ServicePlan service = ownership.serviceOf(ip);
          if (!owner.equals(self) || service == null) {
            return;
          }
          owned.put(ip, service.linksOf(self));
          if (!self.equals(before.get(ip))) {
            String previous = before.getOrDefault(ip, ownership.lastOwnerBefore(ip));
            FlightRecord.Cause cause = causeOf(previous, facts, gone, trigger);
            String from = previous == null || previous.equals(self) ? "" : previous;
            claims
                .computeIfAbsent(cause, _ -> new TreeMap<>(Comparator.naturalOrder()))
                .computeIfAbsent(from, _ -> new ArrayList<>())
                .add(ip);
            notes.add(new Note.Claimed(ip.text(), service.name(), cause, from));
          }
        });
    return new Outcome(notes, claims, owned);
  }

  private static Note released(ServiceIp ip, Ownership ownership, @Nullable String newOwner) {
    ServicePlan service = ownership.serviceOf(ip);
    String reason = newOwner != null ? "lost" : service == null ? "not-configured" : "silent";
    return new Note.Released(
        ip.text(), service == null ? "" : service.name(), reason, newOwner == null ? "" : newOwner);
  }

  private FlightRecord.Cause causeOf(
      @Nullable String previous,
      SortedMap<String, NodeFacts> facts,
      SortedMap<String, Description> gone,
      Trigger trigger) {
    if (trigger == Trigger.MERGE) {
      return FlightRecord.Cause.MERGE;
    }
    if (previous == null || previous.equals(self) || trigger == Trigger.CONFIGURATION) {
      return trigger == Trigger.CONFIGURATION
          ? FlightRecord.Cause.CONFIGURATION
          : FlightRecord.Cause.RETURN;
    }
    NodeFacts of = facts.get(previous);
    if (of == null) {
      boolean drained = gone.getOrDefault(previous, Description.UNKNOWN).draining();
      return drained ? FlightRecord.Cause.DRAIN : FlightRecord.Cause.DEATH;
    }
    if (of.draining()) {
      return FlightRecord.Cause.DRAIN;
    }
    return of.settled() && of.usableLinks().isEmpty()
        ? FlightRecord.Cause.LINK_LOST
        : FlightRecord.Cause.RETURN;
  }
}
