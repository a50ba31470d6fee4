package dev.starling.speaker.log;

import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.SpeakerState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.event.Level;

/**
 * A note as a line of a log.
 *
 * @param event its name for machines, such as {@code state-changed}
 * @param level whether a person ought to look
 * @param message for people, complete without the fields
 * @param fields for machines, in order
 */
public record NoteLine(String event, Level level, String message, Map<String, Object> fields) {
  /** Copies the fields and keeps their order. */
  public NoteLine {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** The line for a note. */
  public static NoteLine of(Note note) {
    return switch (note) {
      case Note.StateChanged changed -> stateChanged(changed);
      case Note.ViewInstalled view -> viewInstalled(view);
      case Note.Suspected(String node, long silentMillis) ->
          new Draft("suspected", Level.WARN)
              .with("node", node)
              .with("silentMillis", silentMillis)
              .says(
                  node
                      + " suspected"
                      + (silentMillis < 0 ? "" : after(silentMillis) + " of silence"));
      case Note.UnknownMember(String member) ->
          new Draft("unknown-member", Level.WARN)
              .with("member", member)
              .says("member " + member + " is none of the expected speakers; it will own nothing");
      case Note.Claimed(String ip, String service, FlightRecord.Cause cause, String previous) ->
          new Draft("claimed", Level.INFO)
              .with("ip", ip)
              .with("service", service)
              .with("cause", cause)
              .with("previousOwner", previous)
              .says("claimed " + of(ip, service) + from(previous) + ": " + words(cause));
      case Note.Released(String ip, String service, String reason, String newOwner) ->
          new Draft("released", Level.INFO)
              .with("ip", ip)
              .with("service", service)
              .with("reason", reason)
              .with("newOwner", newOwner)
              .says("released " + of(ip, service) + to(newOwner) + ": " + reason);
      case Note.Failover(FlightRecord flight) -> failover(flight);
      case Note.PermitChanged(boolean held, long lastedMillis) -> permitChanged(held, lastedMillis);
      case Note.LinkChanged changed -> linkChanged(changed);
      case Note.ConflictHeard conflict -> conflictHeard(conflict);
      case Note.AnsweredElsewhere answered -> answeredElsewhere(answered);
      case Note.ConfigurationApplied applied -> configurationApplied(applied);
      case Note.BadMessage(String from, String fault) ->
          new Draft("bad-message", Level.WARN)
              .with("from", from)
              .with("fault", fault)
              .says("a message of " + from + " cannot be read: " + fault);
      case Note.DrainFinished finished -> drainFinished(finished);
    };
  }

  private static NoteLine stateChanged(Note.StateChanged changed) {
    SpeakerState to = changed.to();
    boolean good =
        to == SpeakerState.ACTIVE || to == SpeakerState.SETTLING || to == SpeakerState.DRAINING;
    return new Draft("state-changed", good ? Level.INFO : Level.WARN)
        .with("from", changed.from())
        .with("to", to)
        .with("why", changed.why())
        .with("lastedMillis", changed.lastedMillis())
        .says(
            words(to)
                + after(changed.lastedMillis())
                + " of "
                + words(changed.from())
                + ": "
                + changed.why());
  }

  private static NoteLine viewInstalled(Note.ViewInstalled view) {
    String change =
        (view.joined().isEmpty() ? "" : ", joined " + String.join(" ", view.joined()))
            + (view.left().isEmpty() ? "" : ", left " + String.join(" ", view.left()))
            + (view.merge() ? ", merged" : "");
    return new Draft("view-installed", Level.INFO)
        .with("epoch", view.epoch())
        .with("members", view.members())
        .with("joined", view.joined())
        .with("left", view.left())
        .with("merge", view.merge())
        .says("view " + view.epoch() + " of " + view.members().size() + change);
  }

  private static NoteLine failover(FlightRecord flight) {
    FlightStory story = FlightStory.of(flight);
    Draft draft =
        new Draft("failover", Level.INFO)
            .with("cause", flight.cause())
            .with("from", flight.from())
            .with("to", flight.to())
            .with("epoch", flight.epoch())
            .with("ips", flight.ips())
            .with("ipCount", flight.ipCount())
            .with("startNanos", story.startNanos());
    for (FlightStory.Phase phase : story.phases()) {
      draft.with(phase.key() + "Millis", phase.millis());
    }
    String ips = flight.ipCount() == 1 ? " IP" : " IPs";
    String took =
        story.totalMillis().isEmpty()
            ? ""
            : String.format(Locale.ROOT, " in %.1f ms", story.totalMillis().getAsDouble());
    String phases = story.phases().isEmpty() ? "" : " (" + story.text() + ")";
    String change =
        flight.from().isEmpty()
            ? "first announcement by " + flight.to()
            : "failover from " + flight.from() + " to " + flight.to();
    return draft.says(
        change + ", " + words(flight.cause()) + ": " + flight.ipCount() + ips + took + phases);
  }

  private static NoteLine permitChanged(boolean held, long lastedMillis) {
    return new Draft("permit-changed", held ? Level.INFO : Level.WARN)
        .with("held", held)
        .with("lastedMillis", lastedMillis)
        .says(
            held
                ? "permit is back" + after(lastedMillis)
                : "permit lost" + after(lastedMillis) + "; silent");
  }

  private static NoteLine configurationApplied(Note.ConfigurationApplied applied) {
    List<String> expected = List.copyOf(applied.expected());
    return new Draft("configuration-applied", Level.INFO)
        .with("services", applied.services())
        .with("ips", applied.ips())
        .with("expected", expected)
        .says(
            "configuration applied: "
                + applied.services()
                + " services, "
                + applied.ips()
                + " IPs, "
                + expected.size()
                + " expected speakers");
  }

  private static NoteLine linkChanged(Note.LinkChanged changed) {
    String usable = changed.usable() ? "usable" : "not usable";
    return new Draft("link-changed", changed.usable() ? Level.INFO : Level.WARN)
        .with("link", changed.link())
        .with("change", changed.change())
        .with("usable", changed.usable())
        .says("link " + changed.link() + ": " + changed.change() + ", " + usable);
  }

  private static NoteLine conflictHeard(Note.ConflictHeard conflict) {
    String defended = conflict.defended() ? "defended" : "not defended";
    String who = conflict.mac() + " on " + conflict.link();
    return new Draft("conflict-heard", Level.WARN)
        .with("ip", conflict.ip())
        .with("link", conflict.link())
        .with("mac", conflict.mac())
        .with("defended", conflict.defended())
        .says(who + " claims our " + conflict.ip() + "; " + defended);
  }

  private static NoteLine answeredElsewhere(Note.AnsweredElsewhere answered) {
    return new Draft("answered-elsewhere", answered.begun() ? Level.WARN : Level.INFO)
        .with("begun", answered.begun())
        .with("ip", answered.ip())
        .with("mac", answered.mac())
        .says(
            answered.begun()
                ? answered.mac()
                    + " answers for "
                    + answered.ip()
                    + " and is not in the group: the datagrams between the speakers are cut, and"
                    + " not the segment; not claimed while anybody answers"
                : "nobody outside of the group answers for our IPs any more");
  }

  private static NoteLine drainFinished(Note.DrainFinished finished) {
    List<String> rest = new ArrayList<>();
    if (finished.unowned() > 0) {
      rest.add("nobody owns " + finished.unowned() + " of the IPs");
    }
    if (finished.unconfirmed() > 0) {
      rest.add("not confirmed by " + finished.unconfirmed() + " of the other speakers");
    }
    return new Draft("drain-finished", rest.isEmpty() ? Level.INFO : Level.WARN)
        .with("unconfirmed", finished.unconfirmed())
        .with("unowned", finished.unowned())
        .with("tookMillis", finished.tookMillis())
        .says(
            "drained"
                + after(finished.tookMillis())
                + ": "
                + (rest.isEmpty() ? "every IP has its owner" : String.join("; ", rest)));
  }

  private static String after(long millis) {
    return " after " + millis + " ms";
  }

  private static String of(String ip, String service) {
    return ip + " (" + service + ")";
  }

  private static String from(String owner) {
    return owner.isEmpty() ? "" : " from " + owner;
  }

  private static String to(String owner) {
    return owner.isEmpty() ? "" : " to " + owner;
  }

  private static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** A line that is being filled. */
  private static final class Draft {
    private final String event;
    private final Level level;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    private Draft(String event, Level level) {
      this.event = event;
      this.level = level;
    }

    private Draft with(String key, Object value) {
      fields.put(key, value instanceof Enum<?> word ? word.name() : value);
      return this;
    }

    private NoteLine says(String message) {
      return new NoteLine(event, level, message, fields);
    }
  }
}
