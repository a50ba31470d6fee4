package dev.starling.speaker.core;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The final, merged state of a speaker at one moment, for people and machines. Ages are in
 * milliseconds before {@code atNanos}.
 */
public record SpeakerStatus(
    String node,
    long atNanos,
    SpeakerState state,
    long stateAgeMillis,
    String why,
    boolean majority,
    int expected,
    boolean witnessed,
    PermitStatus permit,
    @Nullable ViewStatus view,
    List<LinkStatus> links,
    List<IpStatus> ips,
    List<FlightRecord> failovers) {
  /** The same with these IPs. */
  SpeakerStatus with(List<IpStatus> other) {
    return new SpeakerStatus(
        node,
        atNanos,
        state,
        stateAgeMillis,
        why,
        majority,
        expected,
        witnessed,
        permit,
        view,
        links,
        other,
        failovers);
  }

  /**
   * The same where this speaker does not answer for some IPs, whatever the core says: they are
   * somebody else's on its links.
   *
   * @param taken by the IP as text
   */
  public SpeakerStatus without(SortedMap<String, Silence> taken) {
    return taken.isEmpty() ? this : with(ips.stream().map(ip -> ip.without(taken)).toList());
  }

  /** The right to answer: {@code remainingMillis} is -1 where it has no end (a view of one). */
  public record PermitStatus(boolean held, long remainingMillis) {}

  /** The view in force and its members, oldest first. */
  public record ViewStatus(String epoch, long ageMillis, List<MemberStatus> members) {}

  /**
   * A member as it described itself.
   *
   * @param known false until its first description in this view has come
   */
  public record MemberStatus(
      String node,
      String member,
      boolean self,
      boolean known,
      boolean settled,
      boolean draining,
      SortedSet<String> usableLinks) {}

  /** A link as the watcher last saw it; {@code mac} is null while it is gone. */
  public record LinkStatus(
      String name,
      boolean present,
      boolean up,
      boolean carrier,
      boolean usable,
      @Nullable String mac,
      int index) {}

  /**
   * One service IP.
   *
   * @param owner who owns it in this view, or null
   * @param owned whether that is this speaker
   * @param answering whether this speaker would answer for it right now, permit included
   * @param silence why it has no owner here, or why this speaker, its owner, does not answer; or
   *     null
   * @param candidates the nodes that passed the filters, first choice first
   * @param excluded the nodes that did not, each with the reason
   * @param sinceMillis how long it has had this owner, or none
   */
  public record IpStatus(
      String ip,
      String service,
      String policy,
      @Nullable String owner,
      boolean owned,
      boolean answering,
      @Nullable Silence silence,
      List<String> candidates,
      SortedMap<String, String> excluded,
      SortedSet<String> links,
      long sinceMillis) {
    private IpStatus without(SortedMap<String, Silence> taken) {
      Silence why = owned ? taken.get(ip) : null;
      return why == null
          ? this
          : new IpStatus(
              ip,
              service,
              policy,
              owner,
              true,
              false,
              why,
              candidates,
              excluded,
              links,
              sinceMillis);
    }
  }
}
