package dev.starling.speaker;

import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.FlightRecord.Cause;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.Silence;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.core.SpeakerStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** One of everything that the edges show. */
public final class Samples {
  /** Death of n2, as n1 saw it; the last heard answer 212.4 ms before the first frame. */
  public static final FlightRecord FLIGHT =
      new FlightRecord(
          Cause.DEATH,
          "n2",
          "n1",
          "n1-7",
          List.of("10.0.0.80", "2001:db8::80"),
          2,
          1_000_000_000L,
          1_203_100_000L,
          1_207_900_000L,
          1_208_000_000L,
          1_212_400_000L);

  /** A drain, of which only the claim and the frame are known. */
  public static final FlightRecord DRAIN =
      new FlightRecord(
          Cause.DRAIN, "n3", "n1", "n1-6", List.of("10.0.0.81"), 1, 0, 0, 0, -500L, 999_500L);

  /** One note of each kind. */
  public static final List<Note> NOTES =
      List.of(
          new Note.StateChanged(
              SpeakerState.SETTLING, SpeakerState.ACTIVE, "all expected are heard", 1003),
          new Note.ViewInstalled("n1-7", List.of("n1", "n3"), List.of(), List.of("n2"), false),
          new Note.ViewInstalled("n1-8", List.of("n1", "n3", "n2"), List.of("n2"), List.of(), true),
          new Note.Suspected("n2", 203),
          new Note.Suspected("n2", -1),
          new Note.UnknownMember("n9"),
          new Note.Claimed("10.0.0.80", "web", Cause.DEATH, "n2"),
          new Note.Released("10.0.0.81", "mail", "RETURN", "n3"),
          new Note.Failover(FLIGHT),
          new Note.PermitChanged(false, 60_000),
          new Note.PermitChanged(true, 350),
          new Note.LinkChanged("eth0", "carrier lost", false),
          new Note.ConflictHeard("10.0.0.80", "eth0", "02:00:00:00:00:09", true),
          new Note.AnsweredElsewhere(true, "10.0.0.80", "02:00:00:00:00:09"),
          new Note.AnsweredElsewhere(false, "", ""),
          new Note.ConfigurationApplied(2, 3, new TreeSet<>(List.of("n2", "n3"))),
          new Note.BadMessage("n2", "TOO_SHORT"),
          new Note.DrainFinished(0, 0, 180),
          new Note.DrainFinished(2, 3, 1000));

  private Samples() {}

  /** A speaker that owns one of its three IPs. */
  public static SpeakerStatus status() {
    return new SpeakerStatus(
        "n1",
        3_000_000_000L,
        SpeakerState.ACTIVE,
        1_800,
        "all expected are heard",
        true,
        4,
        true,
        new SpeakerStatus.PermitStatus(true, 143),
        new SpeakerStatus.ViewStatus(
            "n1-7",
            1_792,
            List.of(
                new SpeakerStatus.MemberStatus(
                    "n1", "n1/ab12", true, true, true, false, new TreeSet<>(List.of("eth0"))),
                new SpeakerStatus.MemberStatus(
                    "n3", "n3/cd34", false, true, true, true, new TreeSet<>()))),
        List.of(
            new SpeakerStatus.LinkStatus("eth0", true, true, true, true, "02:00:00:00:00:01", 2),
            new SpeakerStatus.LinkStatus("eth1", false, false, false, false, null, 0)),
        List.of(
            new SpeakerStatus.IpStatus(
                "10.0.0.80",
                "web",
                "AVAILABLE",
                "n1",
                true,
                true,
                null,
                List.of("n1"),
                new TreeMap<>(Map.of("n2", "NOT_A_MEMBER", "n3", "DRAINING")),
                new TreeSet<>(List.of("eth0")),
                1_792),
            new SpeakerStatus.IpStatus(
                "10.0.0.81",
                "mail",
                "UNIQUE",
                null,
                false,
                false,
                Silence.NO_CANDIDATE,
                List.of(),
                new TreeMap<>(Map.of("n1", "NODE_NOT_LISTED")),
                new TreeSet<>(List.of("eth0")),
                0)),
        List.of(DRAIN, FLIGHT));
  }
}
