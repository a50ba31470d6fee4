package dev.starling.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.membership.Rotation.Heard;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RotationTest {
  private static final MasterKey OLD = key(1);
  private static final MasterKey NEW = key(2);
  private static final MasterKey NEWER = key(3);
  private static final long LINGER = 600;
  private static final MemberId A = new MemberId(1, 1);
  private static final MemberId B = new MemberId(2, 2);

  @Test
  void sealsWithTheNewestKeyThatThePeerAnnounces() {
    Keyring both = ring(NEW, OLD);
    assertThat(Rotation.sealingKeys(both, heard(OLD, OLD))).containsExactly(OLD);
    assertThat(Rotation.sealingKeys(both, heard(NEW, OLD))).containsExactly(NEW);
    assertThat(Rotation.sealingKeys(both, heard(NEW, NEW))).containsExactly(NEW);
  }

  @Test
  void sealsForAPeerThatIsAheadWithTheKeyItLastUsed() {
    assertThat(Rotation.sealingKeys(ring(NEW, OLD), heard(NEWER, NEW))).containsExactly(NEW);
    assertThat(Rotation.sealingKeys(ring(OLD), heard(NEW, OLD))).containsExactly(OLD);
  }

  @Test
  void sealsWithEveryKeyForAPeerOfWhichNothingIsKnown() {
    assertThat(Rotation.sealingKeys(ring(NEW, OLD), Optional.empty())).containsExactly(NEW, OLD);
    assertThat(Rotation.sealingKeys(ring(NEW, OLD), heard(NEWER, NEWER))).containsExactly(NEW, OLD);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1_000_000, Long.MAX_VALUE - 100, Long.MIN_VALUE + 5})
  void keepsAnUnlistedKeyUntilAllHaveMovedAndTheLingerHasPassed(long start) {
    Rotation rotation = Rotation.of(ring(OLD), start - 50).install(ring(NEW), start);
    assertThat(rotation.ring()).isEqualTo(ring(NEW, OLD));
    assertThat(rotation.expire(members(OLD, NEW), start + LINGER, LINGER)).isEqualTo(rotation);
    assertThat(rotation.expire(members(NEW, NEW), start + LINGER - 1, LINGER)).isEqualTo(rotation);
    assertThat(rotation.expire(members(NEW, NEW), start + LINGER, LINGER).ring())
        .isEqualTo(ring(NEW));
  }

  @Test
  void namesTheLaggards() {
    Rotation rotation = Rotation.of(ring(OLD), 0).install(ring(NEW, OLD), 10);
    assertThat(rotation.laggards(members(OLD, NEW))).containsExactly(A);
    SortedMap<MemberId, Integer> unheard = new TreeMap<>(Map.of(A, NEW.id(), B, 0));
    assertThat(rotation.laggards(unheard)).containsExactly(B);
  }

  @Test
  void neverDropsAListedKey() {
    Rotation rotation = Rotation.of(ring(OLD), 0).install(ring(NEW, OLD), 10);
    assertThat(rotation.expire(members(NEW, NEW), 10 + 2 * LINGER, LINGER)).isEqualTo(rotation);
  }

  @Test
  void countsTheLingerFromTheLastChangeOfTheNewestKey() {
    Rotation rotation = Rotation.of(ring(OLD), 0).install(ring(NEW), 100).install(ring(NEW), 900);
    assertThat(rotation.held().getFirst().sinceNanos()).isEqualTo(100);
    Rotation again = rotation.install(ring(NEWER), 500);
    assertThat(again.ring()).isEqualTo(ring(NEWER, NEW, OLD));
    assertThat(again.expire(members(NEWER, NEWER), 100 + LINGER, LINGER)).isEqualTo(again);
    assertThat(again.expire(members(NEWER, NEWER), 500 + LINGER, LINGER).ring())
        .isEqualTo(ring(NEWER));
  }

  @Test
  void takesAKeyBackThatWasNewestBefore() {
    Rotation rotation = Rotation.of(ring(OLD), 0).install(ring(NEW), 100).install(ring(OLD), 200);
    assertThat(rotation.ring()).isEqualTo(ring(OLD, NEW));
    assertThat(rotation.held().getFirst().sinceNanos()).isEqualTo(200);
  }

  @Test
  void holdsFourKeysAtMostAndLetsTheOldestUnlistedGo() {
    Rotation rotation = Rotation.of(ring(key(1)), 0);
    for (int i = 2; i <= 6; i++) {
      rotation = rotation.install(ring(key(i)), i);
    }
    assertThat(rotation.ring()).isEqualTo(ring(key(6), key(5), key(4), key(3)));
  }

  @Test
  void aRingRefusesNoneTooManyAndDoubledKeys() {
    assertThatThrownBy(() -> ring()).hasMessageContaining("one to 4 keys");
    assertThatThrownBy(() -> ring(key(1), key(2), key(3), key(4), key(5)))
        .hasMessageContaining("one to 4 keys");
    assertThatThrownBy(() -> ring(OLD, OLD)).hasMessageContaining("one id");
  }

  private static Optional<Heard> heard(MasterKey newest, MasterKey sealedWith) {
    return Optional.of(new Heard(newest.id(), sealedWith.id()));
  }

  private static SortedMap<MemberId, Integer> members(MasterKey ofA, MasterKey ofB) {
    return new TreeMap<>(Map.of(A, ofA.id(), B, ofB.id()));
  }

  private static Keyring ring(MasterKey... keys) {
    return new Keyring(List.of(keys));
  }

  private static MasterKey key(int seed) {
    byte[] secret = new byte[MasterKey.LENGTH_BYTES];
    Arrays.fill(secret, (byte) seed);
    return new MasterKey(secret);
  }
}
