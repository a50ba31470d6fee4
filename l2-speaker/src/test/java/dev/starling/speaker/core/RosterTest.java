package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.GOOD;
import static dev.starling.speaker.core.Cast.member;
import static dev.starling.speaker.core.Cast.members;
import static dev.starling.speaker.core.Cast.said;
import static dev.starling.speaker.core.Cast.setOf;
import static dev.starling.speaker.core.Cast.view;
import static dev.starling.speaker.core.Cast.viewOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.NodeFacts;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RosterTest {
  private static final Description DRAINING = new Description(true, true, setOf("eth0"));

  private final Roster roster = new Roster(member("a"), "a");

  @BeforeEach
  void expectFive() {
    roster.expect(setOf("a", "b", "c", "d", "e"));
  }

  @Test
  void beforeAViewThereIsNobody() {
    assertThat(roster.members()).isEmpty();
    assertThat(roster.expectedMembers()).isZero();
    assertThat(roster.confirmedMembers()).isZero();
    assertThat(roster.isReplaced()).isFalse();
    assertThat(roster.facts(GOOD)).isEmpty();
  }

  @Test
  void nodeIsFoundThroughTheTableOfTheExpected() {
    MemberId stranger = member("stranger");
    roster.install(viewOf(1, List.of(member("b"), member("a"), stranger), List.of()));
    assertThat(roster.nodeOf(member("b"))).isEqualTo("b");
    assertThat(roster.nodeOf(stranger)).isNull();
    assertThat(roster.nameOf(stranger)).isEqualTo(stranger.toString());
    assertThat(roster.names(roster.members())).containsExactly("b", "a", stranger.toString());
    assertThat(roster.expectedMembers()).isEqualTo(2);
    assertThat(roster.facts(GOOD)).containsOnlyKeys("a", "b");
    assertThat(roster.covers(setOf("a", "b"))).isTrue();
    assertThat(roster.covers(setOf("a", "b", "c"))).isFalse();
  }

  @Test
  void ownNodeIsKnownThoughNobodyExpectsIt() {
    roster.expect(setOf("b"));
    assertThat(roster.nodeOf(member("a"))).isEqualTo("a");
    assertThat(roster.knownNodes()).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void whoIsMergedAwayFromALargerGroupHasToSettle() {
    View four = view(1, "a", "b", "c", "d");
    List<MemberId> before = four.members();
    List<MemberId> alone = List.of(member("e"));
    roster.install(four);

    boolean settle =
        roster.install(viewOf(2, List.of(member("e"), member("a")), List.of(alone, before)));

    assertThat(settle).isTrue();
    assertThat(roster.isPast(four.id())).as("they go on in it").isFalse();
  }

  @Test
  void whoComesIntoAMajorityNeedsNotSettleForAMemberThatStayedBehind() {
    View two = view(1, "a", "b");
    roster.install(two);

    boolean settle =
        roster.install(
            viewOf(
                2,
                List.of(member("a"), member("c"), member("d")),
                List.of(two.members(), List.of(member("c")), List.of(member("d")))));

    assertThat(settle).isFalse();
  }

  @Test
  void memberIsConfirmedByWhatItSaidInThisVeryView() {
    View first = view(1, "a", "b", "c");
    roster.install(first);
    roster.describe(member("b"), said(1, first, GOOD));
    assertThat(roster.confirmedMembers()).isEqualTo(2);
    assertThat(roster.knowsAll()).isFalse();
    View second = view(2, "a", "b");
    roster.install(second);
    assertThat(roster.confirmedMembers()).isEqualTo(1);
    assertThat(roster.knowsAll()).as("what was told before still counts").isTrue();
    assertThat(roster.descriptionOf(member("b"))).isEqualTo(GOOD);
    roster.describe(member("b"), said(2, second, GOOD));
    assertThat(roster.confirmedMembers()).isEqualTo(2);
  }

  @Test
  void onlyANewerDescriptionIsTakenOver() {
    View view = view(1, "a", "b");
    roster.install(view);
    roster.describe(member("b"), said(5, view, GOOD));
    roster.describe(member("b"), said(4, view, DRAINING));
    roster.describe(member("b"), said(5, view, DRAINING));
    assertThat(roster.descriptionOf(member("b"))).isEqualTo(GOOD);
    assertThat(roster.hasApplied(member("b"), 5)).isTrue();
    assertThat(roster.hasApplied(member("b"), 4)).isFalse();
    assertThat(roster.isSomeoneDraining()).isFalse();
    roster.describe(member("b"), said(6, view, DRAINING));
    assertThat(roster.descriptionOf(member("b"))).isEqualTo(DRAINING);
    assertThat(roster.isSomeoneDraining()).isTrue();
  }

  @Test
  void earlyDescriptionOfAJoinerIsKeptUntilItsView() {
    roster.install(view(1, "a"));
    View next = view(2, "a", "b");
    roster.describe(member("b"), said(1, next, GOOD));
    assertThat(roster.hasApplied(member("b"), 1)).isFalse();
    roster.install(next);
    assertThat(roster.hasApplied(member("b"), 1)).isTrue();
    assertThat(roster.knowsAll()).isTrue();
    assertThat(roster.confirmedMembers()).isEqualTo(2);
  }

  @Test
  void descriptionsOfStrangersAreBounded() {
    View view = view(1, "a");
    roster.install(view);
    for (int i = 0; i < 3000; i++) {
      roster.describe(new MemberId(i, 1), said(1, view, GOOD));
    }
    assertThat(roster.knows(new MemberId(1023, 1))).isTrue();
    assertThat(roster.knows(new MemberId(2000, 1))).isFalse();
  }

  @Test
  void whoeverLeavesIsForgotten() {
    View first = view(1, "a", "b");
    roster.install(first);
    roster.describe(member("b"), said(1, first, GOOD));
    roster.install(view(2, "a"));
    assertThat(roster.knows(member("b"))).isFalse();
    assertThat(roster.isPast(first.id())).isTrue();
    assertThat(roster.isPast(view(2, "a").id())).isFalse();
  }

  @Test
  void sixteenPastViewsAreRemembered() {
    for (int i = 1; i <= 20; i++) {
      roster.install(view(i, "a"));
    }
    assertThat(Stream.iterate(1, i -> i + 1).limit(20))
        .filteredOn(i -> roster.isPast(view(i, "a").id()))
        .hasSize(16)
        .startsWith(4)
        .endsWith(19);
  }

  /* By their ids the nodes come in the order d, c, b, e, a. */
  @ParameterizedTest
  @CsvSource({
    "a b c, d e,   true",
    "a b,   c d e, false",
    "a b,   d,     true",
    "a,     b d,   false",
    "d a,   c b,   true",
    "a d,   c b,   false",
    "a c,   d b,   false",
    "c a,   b e,   true",
    "a,     e,     false",
    "b d,   c,     false"
  })
  void largerGroupStaysOrOfTwoAlikeTheOneWithTheLowerCoordinator(
      String one, String other, boolean stays) {
    assertThat(Stream.of("a", "b", "c", "d", "e").map(Cast::member).sorted())
        .isEqualTo(members("d", "c", "b", "e", "a"));
    for (boolean reversed : new boolean[] {false, true}) {
      View merged = reversed ? merged(other, one) : merged(one, other);
      var fresh = new Roster(member("a"), "a");
      assertThat(fresh.install(merged)).isEqualTo(!stays);
    }
  }

  @Test
  void stayingSpeakerForgetsWhatTheOtherGroupSaidBefore() {
    View before = view(1, "a", "b");
    View theirs = view(9, "c");
    View merged = merged("a b", "c");
    roster.install(before);
    roster.describe(member("b"), said(1, before, GOOD));
    roster.describe(member("c"), said(1, theirs, GOOD));
    assertThat(roster.install(merged)).isFalse();
    assertThat(roster.knows(member("b"))).isTrue();
    assertThat(roster.knows(member("c"))).isFalse();
  }

  @Test
  void whatTheOtherGroupSaidBeforeIsNotHeardAfterwardsEither() {
    View merged = merged("a b", "c");
    roster.install(view(1, "a", "b"));
    roster.install(merged);
    roster.describe(member("c"), said(1, view(9, "c"), DRAINING));
    assertThat(roster.knows(member("c"))).isFalse();
    roster.describe(member("c"), said(2, merged, GOOD));
    assertThat(roster.descriptionOf(member("c"))).isEqualTo(GOOD);
    View next = view(21, "a", "b", "c");
    roster.install(next);
    roster.describe(member("c"), said(3, next, DRAINING));
    assertThat(roster.descriptionOf(member("c"))).isEqualTo(DRAINING);
  }

  @Test
  void whatWasSaidInTheMergedViewIsKept() {
    View merged = merged("a b", "c");
    roster.install(view(1, "a", "b"));
    roster.describe(member("c"), said(2, merged, GOOD));
    roster.install(merged);
    assertThat(roster.knows(member("c"))).isTrue();
  }

  @Test
  void losingSpeakerForgetsEverybody() {
    View before = view(1, "a", "b");
    View merged = merged("c d e", "a b");
    roster.install(before);
    roster.describe(member("b"), said(1, before, GOOD));
    roster.describe(member("c"), said(4, merged, GOOD));
    assertThat(roster.install(merged)).isTrue();
    assertThat(roster.knows(member("b"))).isFalse();
    assertThat(roster.knows(member("c"))).isTrue();
  }

  @Test
  void youngerOfTwoMembersOnANodeCounts() {
    MemberId older = MemberId.of("b", 1);
    MemberId younger = MemberId.of("b", 2);
    View view = viewOf(1, List.of(older, member("a"), younger), List.of());
    roster.install(view);
    roster.describe(older, said(1, view, GOOD));
    assertThat(roster.facts(GOOD))
        .containsEntry("b", new NodeFacts("b", true, false, false, setOf()));
    roster.describe(younger, said(1, view, DRAINING));
    assertThat(roster.facts(GOOD))
        .containsEntry("b", new NodeFacts("b", true, true, true, setOf("eth0")));
    assertThat(roster.expectedMembers()).isEqualTo(2);
    assertThat(roster.confirmedMembers()).isEqualTo(2);
    assertThat(roster.isReplaced()).isFalse();
  }

  @Test
  void speakerIsReplacedByAYoungerMemberOnItsNode() {
    roster.install(viewOf(1, List.of(MemberId.of("a", 1), member("a")), List.of()));
    assertThat(roster.isReplaced()).isFalse();
    roster.install(viewOf(2, List.of(member("a"), MemberId.of("a", 1)), List.of()));
    assertThat(roster.isReplaced()).isTrue();
  }

  private static View merged(String one, String other) {
    List<List<MemberId>> groups =
        Stream.of(one, other).map(group -> members(group.split(" "))).toList();
    return viewOf(20, groups.stream().flatMap(List::stream).toList(), groups);
  }
}
