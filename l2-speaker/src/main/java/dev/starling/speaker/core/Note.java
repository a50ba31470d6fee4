package dev.starling.speaker.core;

import java.util.List;
import java.util.SortedSet;

/** Something that a person may want to read, or a metric to count: a change, never a repetition. */
public sealed interface Note {
  /** The speaker's state changed, after {@code lastedMillis} in the one before. */
  record StateChanged(SpeakerState from, SpeakerState to, String why, long lastedMillis)
      implements Note {}

  /** A view is in force. */
  record ViewInstalled(
      String epoch, List<String> members, List<String> joined, List<String> left, boolean merge)
      implements Note {}

  /** Enough observers report {@code node}; {@code silentMillis} is -1 where we did not watch it. */
  record Suspected(String node, long silentMillis) implements Note {}

  /** A member joined whose node nobody expects; it will not be elected. */
  record UnknownMember(String member) implements Note {}

  /** This speaker answers for {@code ip} from now on. */
  record Claimed(String ip, String service, FlightRecord.Cause cause, String previousOwner)
      implements Note {}

  /** This speaker answers for {@code ip} no longer; {@code newOwner} is empty where unknown. */
  record Released(String ip, String service, String reason, String newOwner) implements Note {}

  /** A burst of claims has its first frames on the wire. */
  record Failover(FlightRecord flight) implements Note {}

  /** The permit was lost or came back. */
  record PermitChanged(boolean held, long lastedMillis) implements Note {}

  /** A link appeared, vanished, went up or down, or has a new address. */
  record LinkChanged(String link, String change, boolean usable) implements Note {}

  /** A stranger claims one of our IPs. */
  record ConflictHeard(String ip, String link, String mac, boolean defended) implements Note {}

  /**
   * The first IP is not claimed because somebody answers for it whom the group does not reach; or
   * the last such IP is not answered for any more.
   *
   * @param ip the first one, and {@code mac} who answers for it; empty at the end
   */
  record AnsweredElsewhere(boolean begun, String ip, String mac) implements Note {}

  /** The services or the expected speakers were replaced. */
  record ConfigurationApplied(int services, int ips, SortedSet<String> expected) implements Note {}

  /** A message of another speaker could not be read. */
  record BadMessage(String from, String fault) implements Note {}

  /**
   * Everything is handed over, or the time for it is up: the speaker may leave.
   *
   * @param unconfirmed members that have not said that they act by it
   * @param unowned service IPs without an owner now
   */
  record DrainFinished(int unconfirmed, int unowned, long tookMillis) implements Note {}
}
