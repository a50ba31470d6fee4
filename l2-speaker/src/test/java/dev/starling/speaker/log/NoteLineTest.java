package dev.starling.speaker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.Samples;
import dev.starling.speaker.core.Note;
import dev.starling.speaker.core.SpeakerState;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

class NoteLineTest {
  private static final String LINES =
      """
      INFO state-changed: active after 1003 ms of settling: all expected are heard
      INFO view-installed: view n1-7 of 2, left n2
      INFO view-installed: view n1-8 of 3, joined n2, merged
      WARN suspected: n2 suspected after 203 ms of silence
      WARN suspected: n2 suspected
      WARN unknown-member: member n9 is none of the expected speakers; it will own nothing
      INFO claimed: claimed 10.0.0.80 (web) from n2: death
      INFO released: released 10.0.0.81 (mail) to n3: RETURN
      INFO failover: failover from n2 to n1, death: 2 IPs in 212.4 ms (last heard, suspected 203.1, \
      view 207.9, claimed 208.0, first frame 212.4)
      WARN permit-changed: permit lost after 60000 ms; silent
      INFO permit-changed: permit is back after 350 ms
      WARN link-changed: link eth0: carrier lost, not usable
      WARN conflict-heard: 02:00:00:00:00:09 on eth0 claims our 10.0.0.80; defended
      WARN answered-elsewhere: 02:00:00:00:00:09 answers for 10.0.0.80 and is not in the group: \
      the datagrams between the speakers are cut, and not the segment; not claimed while anybody \
      answers
      INFO answered-elsewhere: nobody outside of the group answers for our IPs any more
      INFO configuration-applied: configuration applied: 2 services, 3 IPs, 2 expected speakers
      WARN bad-message: a message of n2 cannot be read: TOO_SHORT
      INFO drain-finished: drained after 180 ms: every IP has its owner
      WARN drain-finished: drained after 1000 ms: nobody owns 3 of the IPs; not confirmed by 2 of the other speakers
      """;

  @Test
  void everyNoteHasALine() {
    String lines =
        Samples.NOTES.stream()
            .map(NoteLine::of)
            .map(line -> line.level() + " " + line.event() + ": " + line.message() + "\n")
            .collect(Collectors.joining());
    assertThat(lines).isEqualTo(LINES);
  }

  @Test
  void everyKindOfNoteIsASample() {
    assertThat(
            new TreeSet<>(
                Samples.NOTES.stream().map(note -> note.getClass().getSimpleName()).toList()))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Note.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toList()));
  }

  @Test
  void fieldsAreThoseOfTheNote() {
    for (Note note : Samples.NOTES) {
      if (note instanceof Note.Failover) {
        continue;
      }
      List<String> components =
          Arrays.stream(note.getClass().getRecordComponents()).map(c -> c.getName()).toList();
      assertThat(NoteLine.of(note).fields().keySet()).containsExactlyElementsOf(components);
      // They would replace the line's own.
      assertThat(components).doesNotContain("time", "level", "logger", "event", "message", "nanos");
    }
  }

  @Test
  void aFailoverHasEveryPhase() {
    assertThat(NoteLine.of(new Note.Failover(Samples.FLIGHT)).fields())
        .containsEntry("lastHeardMillis", 0.0)
        .containsEntry("suspectedMillis", 203.1)
        .containsEntry("viewMillis", 207.9)
        .containsEntry("claimedMillis", 208.0)
        .containsEntry("firstFrameMillis", 212.4)
        .containsEntry("startNanos", 1_000_000_000L)
        .containsEntry("ipCount", 2)
        .containsEntry("cause", "DEATH");
  }

  @ParameterizedTest
  @EnumSource(SpeakerState.class)
  void aStateThatAnswersForNothingAgainstItsWillWarns(SpeakerState state) {
    NoteLine line = NoteLine.of(new Note.StateChanged(SpeakerState.ACTIVE, state, "why", 1));
    boolean fine =
        switch (state) {
          case ACTIVE, SETTLING, DRAINING -> true;
          case YIELDING, ISOLATED, LOCAL_STALL -> false;
        };
    assertThat(line.level()).isEqualTo(fine ? Level.INFO : Level.WARN);
  }
}
