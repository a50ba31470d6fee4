package dev.starling.speaker.core;

import dev.starling.arpndp.responder.AnnouncementSchedule;
import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** What a speaker wants done, in this order. */
public sealed interface Effect {
  /** From now on answer, on each link, for these IPs and no others, where the permit allows. */
  record Publish(SortedMap<String, SortedSet<ServiceIp>> answers) implements Effect {}

  /** Send these announcements on {@code link}, in this order, while the permit is held. */
  record Announce(String link, List<AnnouncementSchedule.Due<ServiceIp>> items) implements Effect {
    /** Copies the list. */
    public Announce {
      items = List.copyOf(items);
    }
  }

  /** Ask on {@code link} who has each of {@code ips}. */
  record Ask(String link, List<ServiceIp> ips) implements Effect {}

  /** Send to every other member. */
  record Broadcast(PeerMessage message) implements Effect {}

  /** Send to one member. */
  record Send(MemberId to, PeerMessage message) implements Effect {}

  /** Ask the witnesses of {@code link} for a sign. */
  record AskWitness(String link) implements Effect {}

  /** Greet every expected speaker outside of the view, so that one that lives is heard at once. */
  record Hail() implements Effect {}

  /** Tell a person. */
  record Tell(Note note) implements Effect {}

  /** Leave the group and end. */
  record Leave() implements Effect {}
}
