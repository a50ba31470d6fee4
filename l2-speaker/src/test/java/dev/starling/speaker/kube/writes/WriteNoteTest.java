package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WriteNoteTest {
  static List<WriteNote> notes() {
    return List.of(
        new WriteNote.WritesFailing("away"),
        new WriteNote.WritesWorking(5),
        new WriteNote.WritesForbidden(WriteKind.EVENT, "create events"),
        new WriteNote.KindNotServed(WriteKind.STATUS, "404"),
        new WriteNote.WritesAllowed(WriteKind.STATUS),
        new WriteNote.WriteRefused(WriteKind.STATUS, "status/l2-x", "422"),
        new WriteNote.OrphansSwept("n3", 2, 15_000),
        new WriteNote.StatusDisturbed(World.service("web"), 3),
        new WriteNote.KeyRotated("7"),
        new WriteNote.KeyRotationOvertaken(),
        new WriteNote.WriterEnded("oh"));
  }

  @ParameterizedTest
  @MethodSource("notes")
  void aNoteHasALineForPeopleAndAWordForMachines(WriteNote note) {
    assertThat(note.text()).isNotBlank().doesNotContain("\n");
    assertThat(note.event()).matches("[a-z]+(-[a-z]+)+");
    boolean isTrouble =
        note.event().matches(".*(failing|forbidden|served|refused|disturbed|ended)");
    assertThat(note.isWarning()).isEqualTo(isTrouble);
  }
}
