package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Watch;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Datagrams changed or made up by a stranger, three speakers. The path between two of them is
 * broken, which changes no view, so that the stranger holds sealed datagrams that have not arrived
 * yet: each would be let in as it is.
 */
class ForgeryAttackIT extends AttackCase {
  private String sender;
  private String receiver;
  private Watch watch;

  @Override
  protected LabSetup setup() {
    return speakers(3);
  }

  @BeforeAll
  void overhear() {
    stranger.overhear();
    sender = heir;
    receiver = owner;
  }

  @BeforeEach
  void holdBack() {
    watch = Watch.start(lab);
    lab.network().rule(Network.part(sender, receiver));
    Patience.pause(300);
  }

  @AfterEach
  void nothingHappened() {
    lab.network().heal();
    Patience.pause(300);
    nothingCameOfIt(watch);
  }

  @Test
  void whatWasHeldBackIsLetInOnceAndNeverAgain() {
    Datagram held = undelivered();
    long opened = Ledger.of(lab, receiver).count("opened");
    theOriginalIsStillLetIn(held);
    assertThat(Ledger.of(lab, receiver).count("opened")).isGreaterThan(opened);
  }

  @Test
  void aChangedBitInTheHeaderIsNoticed() {
    Datagram held = undelivered();
    SortedMap<String, Long> all = new TreeMap<>();
    for (SealedField field : SealedField.values()) {
      List<Datagram> forged =
          field
              .bits()
              .mapToObj(bit -> held.carrying(SealedField.flip(held.payload(), bit)))
              .toList();
      SortedMap<String, Long> counted = refused(receiver, forged);
      switch (field) {
        case VERSION -> assertThat(counted).isEqualTo(reasons("bad_version", 8));
        case KEY_ID -> assertThat(counted).isEqualTo(reasons("unknown_key", 32));
        case SESSION -> assertThat(counted).isEqualTo(reasons("bad_tag", 64));
        case TIME, NEWEST_KEY_ID -> assertThat(counted).isEqualTo(reasons("bad_tag", 32));
        // Half of them are of another past or a far future; none is let in.
        case COUNTER -> assertThat(counted.keySet()).isSubsetOf("bad_tag", "replay");
      }
      counted.forEach((reason, count) -> all.merge(reason, count, Long::sum));
    }

    assertThat(total(all)).isEqualTo(SealedField.HEADER * Byte.SIZE);
    theOriginalIsStillLetIn(held);
  }

  @Test
  void aChangedBitInTheBodyOrTheTagIsNoticed() {
    Datagram held = undelivered();
    int from = SealedField.HEADER * Byte.SIZE;
    List<Datagram> forged =
        IntStream.range(from, held.payload().length * Byte.SIZE)
            .mapToObj(bit -> held.carrying(SealedField.flip(held.payload(), bit)))
            .toList();

    assertThat(refused(receiver, forged)).isEqualTo(reasons("bad_tag", forged.size()));
    theOriginalIsStillLetIn(held);
  }

  @Test
  void aTruncationOfAnyLengthIsRefused() {
    Datagram held = undelivered();
    byte[] whole = held.payload();
    int shortest = SealedField.HEADER + SealedField.TAG;
    List<Datagram> cut =
        IntStream.range(0, whole.length)
            // One byte is a knock, which is let in and says nothing.
            .filter(length -> length != 1)
            .mapToObj(length -> held.carrying(Arrays.copyOf(whole, length)))
            .toList();

    SortedMap<String, Long> expected = reasons("too_short", shortest - 1);
    expected.put("bad_tag", (long) whole.length - shortest);
    assertThat(refused(receiver, cut)).isEqualTo(expected);
    theOriginalIsStillLetIn(held);
  }

  @Test
  void anExtensionOfAnyKindIsRefused() {
    Datagram held = undelivered();
    byte[] whole = held.payload();
    List<Datagram> longer = new ArrayList<>();
    for (int more : new int[] {1, 16, 1_000, SealedField.LENGTH_MAX - whole.length}) {
      longer.add(held.carrying(Arrays.copyOf(whole, whole.length + more)));
    }
    for (int length : new int[] {SealedField.LENGTH_MAX + 1, 50_000, Datagram.PAYLOAD_MAX}) {
      longer.add(held.carrying(Arrays.copyOf(whole, length)));
    }

    SortedMap<String, Long> expected = reasons("bad_tag", 4);
    expected.put("too_long", 3L);
    assertThat(refused(receiver, longer)).isEqualTo(expected);
    theOriginalIsStillLetIn(held);
  }

  @Test
  void aPartOfADatagramDoesNothing() {
    Datagram held = undelivered();
    List<byte[]> frames = stranger.frames(held.carrying(Arrays.copyOf(held.payload(), 60_000)));
    List<byte[]> part = frames.subList(0, frames.size() - 1);

    assertThat(refusedAt(receiver, 0, () -> part.forEach(stranger::send))).isEmpty();
    theOriginalIsStillLetIn(held);
  }

  @Test
  void aStrangersOwnAddressIsNotEvenRead() {
    Datagram own = undelivered().from(new Datagram.End(Stranger.IPV4, Stranger.PORT));

    SortedMap<String, Long> counted =
        refused(receiver, List.of(own, own.carrying(new byte[1]), own.carrying(new byte[0])));

    assertThat(counted).isEqualTo(reasons("unexpected_source", 3));
    theOriginalIsStillLetIn(own.from(Stranger.speaker(sender)));
  }

  @Test
  void anOldTimeOrAForeignSessionOpensNothing() {
    Datagram held = undelivered();
    byte[] sealed = held.payload();
    byte[] foreign = SealedField.SESSION.set(sealed, 0x1234_5678_9abc_def0L);
    long seconds = SealedField.TIME.of(sealed);
    List<Datagram> forged =
        List.of(
            held.carrying(foreign),
            held.carrying(SealedField.TIME.set(foreign, seconds - 120)),
            held.carrying(SealedField.TIME.set(foreign, seconds + 120)),
            held.carrying(SealedField.COUNTER.set(foreign, 0)));

    SortedMap<String, Long> expected = reasons("bad_tag", 1);
    expected.put("stale", 2L);
    expected.put("replay", 1L);
    assertThat(refused(receiver, forged)).isEqualTo(expected);
    theOriginalIsStillLetIn(held);
  }

  private Datagram undelivered() {
    long now = System.nanoTime();
    Patience.await(
        "a datagram from " + sender + " to " + receiver,
        LIMIT,
        () -> stranger.sealedSince(now).stream().anyMatch(each -> each.isBetween(sender, receiver)),
        () -> "none");
    return stranger.newest(sender, receiver).orElseThrow();
  }

  private void theOriginalIsStillLetIn(Datagram held) {
    assertThat(refusedAt(receiver, 0, () -> stranger.send(held))).isEmpty();
    assertThat(refusedAt(receiver, 1, () -> stranger.send(held)))
        .as("it was let in before")
        .isEqualTo(reasons("replay", 1));
  }
}
