package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Lab;
import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Needs;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.Speaker;
import dev.starling.chaos.nodes.SpeakerFiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Honest datagrams, overheard by a stranger and said again, three speakers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayAttackIT {
  private static final int PER_SECOND = 1_000;
  private static final long RECORD_MILLIS = 1_500;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Lab lab;
  private Stranger stranger;
  private String owner;
  private String talker;
  private String third;

  @BeforeAll
  void startSpeakers() {
    lab = new Lab(LabSetup.of(3, Needs.lab()).withObserver());
    stranger = new Stranger(lab);
    stranger.overhear();
    lab.startSpeakers();
    lab.awaitJoined();
    List<String> order = Plan.order(lab.plan().nodes(), lab.plan().ipv4());
    owner = order.get(0);
    talker = order.get(1);
    third = order.get(2);
  }

  @AfterAll
  void close() {
    if (stranger != null) {
      stranger.close();
    }
    if (lab != null) {
      lab.close();
    }
  }

  @BeforeEach
  void isSteady() {
    Steadiness.await(lab);
  }

  @Test
  void whatWasJustSaidIsRefused() {
    Calm calm = Calm.from(lab);
    List<Datagram> said = record();
    for (String node : lab.plan().nodes()) {
      List<Datagram> toNode = to(node, said);
      assertThat(toNode).hasSizeGreaterThan(50);
      assertThat(replay(node, toNode)).isEqualTo(reasons("replay", toNode.size()));
    }
    calm.holds();
  }

  @Test
  void anothersNameDoesNotHelp() {
    Calm calm = Calm.from(lab);
    List<Datagram> said =
        to(owner, record()).stream()
            .filter(each -> each.from().ip().equals(Plan.ipv4Of(talker)))
            .map(each -> each.from(Stranger.speaker(third)))
            .toList();

    assertThat(replay(owner, said).values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(said.size());
    calm.holds();
  }

  @Test
  void whatWasSaidToOneIsRefusedByAnother() {
    Calm calm = Calm.from(lab);
    List<Datagram> said =
        to(third, record()).stream()
            .filter(each -> each.from().ip().equals(Plan.ipv4Of(talker)))
            .map(each -> each.to(Stranger.speaker(owner)))
            .toList();

    assertThat(said).hasSizeGreaterThan(20);
    assertThat(replay(owner, said)).isEqualTo(reasons("bad_tag", said.size()));
    calm.holds();
  }

  @Test
  void theWordsOfAnEarlierLifeAreRefused() {
    List<Datagram> said = record();
    restart(talker);
    Calm calm = Calm.from(lab);
    for (String node : List.of(owner, third)) {
      List<Datagram> toNode =
          to(node, said).stream()
              .filter(each -> each.from().ip().equals(Plan.ipv4Of(talker)))
              .toList();
      assertThat(replay(node, toNode)).isEqualTo(reasons("replay", toNode.size()));
    }
    calm.holds();
  }

  @Test
  void whoeverWasRestartedIsNotFooledByWhatWasSaidToItsEarlierLife() {
    long start = System.nanoTime();
    Patience.pause(RECORD_MILLIS);
    restart(third);
    List<Datagram> said = to(third, sealedSince(start));
    Calm calm = Calm.from(lab);

    assertNothingIsLetInTwice(third, said);
    calm.holds();
  }

  @Test
  @Tag("long")
  void twoEarlierLivesTellNothingToTheNext() {
    long start = System.nanoTime();
    Patience.pause(RECORD_MILLIS);
    restart(talker);
    restart(third);
    List<Datagram> said = to(third, sealedSince(start));
    Calm calm = Calm.from(lab);

    assertNothingIsLetInTwice(third, said);
    calm.holds();
  }

  @Test
  void aChangeOfKeysBringsNothingBack() {
    List<Datagram> said = record();
    String next = SpeakerFiles.newKey();
    giveKeys(List.of(next, lab.files().firstKey()));
    Patience.pause(1_000);
    giveKeys(List.of(next));
    Steadiness.await(lab);
    Calm calm = Calm.from(lab);
    List<Datagram> toOwner = to(owner, said);
    assertThat(replay(owner, toOwner)).isEqualTo(reasons("replay", toOwner.size()));
    calm.holds();

    restart(third);
    Calm after = Calm.from(lab);
    List<Datagram> toThird = to(third, said);
    assertThat(replay(third, toThird)).isEqualTo(reasons("unknown_key", toThird.size()));
    after.holds();
    giveKeys(List.of(lab.files().firstKey(), next));
    Patience.pause(1_000);
  }

  @Test
  @Tag("long")
  void afterAMinuteAnEarlierLifeIsNotEvenTried() {
    List<Datagram> said = record();
    restart(talker);
    Patience.pause(61_000);
    restart(third);
    Calm calm = Calm.from(lab);
    List<Datagram> old =
        to(third, said).stream()
            .filter(each -> each.from().ip().equals(Plan.ipv4Of(talker)))
            .toList();

    assertThat(replay(third, old)).isEqualTo(reasons("stale", old.size()));
    calm.holds();
  }

  /** What is fresh enough to be let in once is not let in again, and none of it has any effect. */
  private void assertNothingIsLetInTwice(String node, List<Datagram> said) {
    assertThat(said).hasSizeGreaterThan(50);
    Ledger before = Ledger.of(lab, node);
    stranger.send(said, PER_SECOND);
    Patience.pause(500);
    SortedMap<String, Long> again = replay(node, said);
    assertThat(again.values().stream().mapToLong(Long::longValue).sum())
        .as("refused at the second time: %s; at the first: %s", again, before)
        .isEqualTo(said.size());
  }

  private List<Datagram> record() {
    long start = System.nanoTime();
    Patience.pause(RECORD_MILLIS);
    return sealedSince(start);
  }

  private List<Datagram> sealedSince(long nanos) {
    // The newest may still be on their way, and would be the first and not the second.
    Patience.pause(50);
    return stranger.sealedSince(nanos).stream().map(Stranger.Overheard::datagram).toList();
  }

  private static List<Datagram> to(String node, List<Datagram> said) {
    return said.stream().filter(each -> each.to().ip().equals(Plan.ipv4Of(node))).toList();
  }

  /** Says them again, waits until all have come, and says why they were refused. */
  private SortedMap<String, Long> replay(String node, List<Datagram> said) {
    Ledger before = Ledger.of(lab, node);
    stranger.send(said, PER_SECOND);
    boolean all =
        Patience.within(
            LIMIT, () -> Ledger.of(lab, node).datagrams() - before.datagrams() >= said.size());
    SortedMap<String, Long> found = Ledger.of(lab, node).datagramsSince(before);
    assertThat(all).as("refused %s of %d", found, said.size()).isTrue();
    return found;
  }

  private void restart(String node) {
    Speaker speaker = lab.speaker(node);
    speaker.end(Posix.SIGKILL);
    speaker.awaitEnd(Duration.ofSeconds(8));
    speaker.startAgain();
    Steadiness.await(lab);
  }

  private void giveKeys(List<String> keys) {
    for (String node : lab.plan().nodes()) {
      lab.files().giveKeys(node, keys);
      lab.speaker(node).signal(Posix.SIGHUP);
    }
  }

  private static SortedMap<String, Long> reasons(String reason, long count) {
    return new TreeMap<>(Map.of(reason, count));
  }
}
