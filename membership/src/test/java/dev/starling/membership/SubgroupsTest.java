package dev.starling.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.Subgroups.Merged;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubgroupsTest {
  private static final MemberId A = MemberId.of("a", 1);
  private static final MemberId B = MemberId.of("b", 1);
  private static final MemberId C = MemberId.of("c", 1);

  @Test
  void sidesOfASplitStayAsTheyAre() {
    assertThat(Subgroups.of(List.of(new Merged(4, List.of(A, B)), new Merged(4, List.of(C)))))
        .containsExactly(List.of(A, B), List.of(C));
  }

  @Test
  void oneThatWasGivenUpAndDidNotNoticeIsAlone() {
    // A frozen owner wakes in its old view of all and would otherwise be of the largest group.
    List<Merged> views = List.of(new Merged(4, List.of(A, B, C)), new Merged(5, List.of(B, C)));
    assertThat(Subgroups.of(views)).containsExactly(List.of(B, C), List.of(A));
  }

  @Test
  void aViewOfWhichNobodyIsLeftIsNoGroup() {
    List<Merged> views = List.of(new Merged(4, List.of(A, B)), new Merged(5, List.of(B, A)));
    assertThat(Subgroups.of(views)).containsExactly(List.of(B, A));
  }
}
