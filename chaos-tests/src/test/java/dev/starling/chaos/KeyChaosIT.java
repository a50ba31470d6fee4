package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Steadiness.Expected;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.SpeakerFiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The key is replaced, at any pace and beside any failure. */
class KeyChaosIT extends ChaosCase {
  /** Between two nodes' new key files: longer than a speaker takes to notice one. */
  private static final long PACE_MILLIS = 300;

  /** What fails while half of the nodes have the new key. */
  enum Beside {
    KILL,
    FREEZE,
    CUT,
    SPLIT,
    LOSS,
    RESTART
  }

  @Override
  protected LabSetup setup() {
    return LabSetup.of(5, Needs.lab()).withObserver();
  }

  @Test
  void aNewKeyOnOneNodeAfterTheOtherChangesNothing() {
    Watch watch = Watch.start(lab);
    String next = SpeakerFiles.newKey();
    for (String node : nodes) {
      giveAll(List.of(node), next);
      Patience.pause(PACE_MILLIS);
    }
    Steadiness.await(lab);
    watch.noViewChange().nothingLost().onlyFrom(owner);

    Watch after = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
    Steadiness.await(lab, Expected.of(others(owner)));
    after.oneOwner().takenOverWithin(owner, Bounds.SILENCE_MILLIS);
  }

  @Test
  void aSecondRotationMayBeginBeforeTheFirstIsDone() {
    Watch watch = Watch.start(lab);
    String second = SpeakerFiles.newKey();
    giveAll(nodes.subList(0, 3), SpeakerFiles.newKey());
    giveAll(nodes.subList(2, 5), second);
    giveAll(nodes.subList(0, 2), second);
    Steadiness.await(lab);

    watch.noViewChange().nothingLost().onlyFrom(owner);
  }

  @Test
  void aSpeakerLeftOnTheOldKeyStaysAMemberAlsoAfterARestart() {
    String late = others(owner, heir).getFirst();
    Watch watch = Watch.start(lab);
    String next = SpeakerFiles.newKey();
    giveAll(others(late), next);
    Patience.pause(1_000);
    watch.noViewChange();

    restart(late, Posix.SIGTERM);
    Steadiness.await(lab);
    watch.oneOwner().nothingLost().onlyFrom(owner);

    giveAll(List.of(late), next);
    Steadiness.await(lab);
  }

  @Test
  void aSpeakerWithAWrongKeyIsNotHeardAndTakesNothing() {
    String stranger = others(owner, heir).getFirst();
    List<String> right = lab.files().keys(stranger);
    Watch watch = Watch.start(lab);
    restartWith(stranger, List.of(SpeakerFiles.newKey()));
    try {
      Patience.pause(4_000);
      assertThat(lab.status(stranger).orElseThrow().members()).containsExactly(stranger);
      watch.oneOwner().nothingLost().onlyFrom(owner);
    } finally {
      // Otherwise no other test would find the group complete.
      restartWith(stranger, right);
    }
  }

  @Test
  void aSpeakerThatStartsWithTheNewKeyOnlyWaitsForTheOthersToHaveIt() {
    String early = others(owner, heir).getFirst();
    String next = SpeakerFiles.newKey();
    Watch watch = Watch.start(lab);
    restartWith(early, List.of(next));
    Patience.pause(3_000);
    assertThat(lab.status(owner).orElseThrow().members()).doesNotContain(early);

    giveAll(others(early), next);
    Steadiness.await(lab);
    watch.oneOwner().nothingLost().onlyFrom(owner);
  }

  @ParameterizedTest
  @EnumSource(Beside.class)
  void theKeyMayChangeBesideAFailure(Beside failure) {
    String next = SpeakerFiles.newKey();
    Watch watch = Watch.start(lab);
    giveAll(nodes.subList(0, 2), next);
    Patience.pause(PACE_MILLIS);
    strike(failure);
    Patience.pause(PACE_MILLIS);
    giveAll(nodes.subList(2, 5), next);
    Patience.pause(1_000);
    mend(failure);
    Steadiness.await(lab);

    watch
        .overlapAtMost(failure == Beside.LOSS ? Bounds.LOSS_MILLIS : Bounds.HEAL_MILLIS)
        .clientEndsAt(owner);
  }

  private void strike(Beside failure) {
    switch (failure) {
      case KILL -> speaker(owner).end(Posix.SIGKILL);
      case FREEZE -> speaker(owner).signal(Posix.SIGSTOP);
      case CUT -> lab.network().onSwitch(Network.cut(owner));
      case SPLIT -> lab.network().rule(Network.island(Injector.minority(lab.plan())));
      case LOSS -> lab.network().rule(Network.lose(nodes));
      case RESTART -> restart(owner, Posix.SIGTERM);
    }
  }

  private void mend(Beside failure) {
    switch (failure) {
      case KILL, RESTART -> startIfEnded(owner);
      case FREEZE -> speaker(owner).signal(Posix.SIGCONT);
      case CUT, SPLIT, LOSS -> lab.network().heal();
    }
  }

  private void restartWith(String node, List<String> keys) {
    speaker(node).end(Posix.SIGTERM);
    speaker(node).awaitEnd(EXIT_LIMIT);
    lab.files().giveKeys(node, keys);
    speaker(node).startAgain();
  }

  private void giveAll(List<String> some, String next) {
    some.forEach(node -> lab.files().giveKeys(node, List.of(next)));
  }
}
