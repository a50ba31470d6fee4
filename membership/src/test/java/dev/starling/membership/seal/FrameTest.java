package dev.starling.membership.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.membership.DropReason;
import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FrameTest {
  static final long NOW = 1_800_000_000L;
  static final Route ROUTE = route("192.0.2.1", 7946, "192.0.2.2", 7946);
  private static final MasterKey KEY = key(1);
  private static final Keyring RING = new Keyring(List.of(KEY));
  private static final byte[] DATA = "who is there".getBytes(UTF_8);

  private final Sealer sealer = new Sealer(0x1122334455667788L, "blue");
  private final Opener opener = new Opener(99, "blue");

  /**
   * A changed frame would part a cluster in the middle of an upgrade. The bytes come from another
   * implementation of HKDF and AES-GCM.
   */
  @Test
  void hasTheseBytes() {
    byte[] frame = sealer.seal(KEY, 0x0a0b0c0d, NOW, ROUTE, DATA, 0, DATA.length);
    String header =
        "01" + KEY.name() + "1122334455667788" + "6b49d200" + "0000000000000001" + "0a0b0c0d";
    assertThat(HexFormat.of().formatHex(frame))
        .isEqualTo(header + "9acf40d6658815ac58e58e49b9e4a7deb8edaf9702832a7ede0fe5bf");
  }

  @Test
  void comesOutAsItWentIn() {
    byte[] frame = seal();
    assertThat(frame).hasSize(DATA.length + FrameHeader.OVERHEAD);
    Opened opened = open(frame);
    assertThat(opened).isInstanceOf(Opened.Frame.class);
    if (opened instanceof Opened.Frame(FrameHeader header, byte[] data)) {
      assertThat(data).isEqualTo(DATA);
      assertThat(header.counter()).isEqualTo(1);
      assertThat(header.newestId()).isEqualTo(KEY.id());
      assertThat(header.session()).isEqualTo(sealer.session());
    }
  }

  @Test
  void isFoundAtAnOffset() {
    byte[] frame = seal();
    byte[] datagram = new byte[frame.length + 20];
    System.arraycopy(frame, 0, datagram, 7, frame.length);
    assertThat(opener.open(RING, ROUTE, datagram, 7, frame.length, NOW, 0))
        .isInstanceOf(Opened.Frame.class);
  }

  @Test
  void isDroppedWhereverItIsCut() {
    byte[] frame = seal();
    for (int length = 0; length < frame.length; length++) {
      DropReason expected =
          length < FrameHeader.OVERHEAD ? DropReason.TOO_SHORT : DropReason.BAD_TAG;
      assertThat(opener.open(RING, ROUTE, frame, 0, length, NOW, 0))
          .as("cut to %d", length)
          .isEqualTo(new Opened.Dropped(expected));
    }
    assertThat(open(frame)).isInstanceOf(Opened.Frame.class);
  }

  @Test
  void isDroppedWhicheverBitIsFlipped() {
    byte[] frame = seal();
    for (int bit = 0; bit < frame.length * 8; bit++) {
      byte[] changed = frame.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(open(changed)).as("bit %d", bit).isInstanceOf(Opened.Dropped.class);
    }
    assertThat(open(frame)).isInstanceOf(Opened.Frame.class);
  }

  /** The reason is the one that the header gives, and an honest frame is let in afterwards. */
  @Test
  void everyPrefixAndEveryFlippedBitIsDroppedForItsReason() {
    byte[] frame = FrameCheck.honest();
    FrameCheck.check(frame);
    for (int length = 0; length < frame.length; length++) {
      FrameCheck.check(Arrays.copyOf(frame, length));
    }
    for (int bit = 0; bit < frame.length * 8; bit++) {
      byte[] flipped = frame.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      FrameCheck.check(flipped);
    }
  }

  @Test
  void everyLengthComesOutAsItWentIn() {
    for (int length : new int[] {0, 1, 15, 16, 17, 1200, 32_768 - FrameHeader.OVERHEAD}) {
      FrameCheck.roundTrip(new byte[length]);
    }
  }

  @Test
  void isTakenOnce() {
    byte[] frame = seal();
    assertThat(open(frame)).isInstanceOf(Opened.Frame.class);
    assertThat(open(frame)).isEqualTo(new Opened.Dropped(DropReason.REPLAY));
  }

  @Test
  void mayBeOvertaken() {
    byte[] first = seal();
    byte[] second = seal();
    assertThat(open(second)).isInstanceOf(Opened.Frame.class);
    assertThat(open(first)).isInstanceOf(Opened.Frame.class);
  }

  @Test
  void isDroppedWithAKeyThatIsNotHeld() {
    byte[] frame = sealer.seal(key(2), 0, NOW, ROUTE, DATA, 0, DATA.length);
    assertThat(open(frame)).isEqualTo(new Opened.Dropped(DropReason.UNKNOWN_KEY));
  }

  @Test
  void isDroppedByAnotherCluster() {
    Opener red = new Opener(99, "red");
    assertThat(red.open(RING, ROUTE, seal(), 0, DATA.length + FrameHeader.OVERHEAD, NOW, 0))
        .isEqualTo(new Opened.Dropped(DropReason.BAD_TAG));
  }

  @Test
  void isDroppedByTheSessionThatHasSealedIt() {
    Opener self = new Opener(sealer.session(), "blue");
    byte[] frame = seal();
    assertThat(self.open(RING, ROUTE, frame, 0, frame.length, NOW, 0))
        .isEqualTo(new Opened.Dropped(DropReason.OWN));
  }

  @Test
  void opensASessionOnlyWithinAMinuteButStaysInIt() {
    byte[] first = seal();
    byte[] second = seal();
    for (long off : new long[] {61, -61, 1_000_000, -1_000_000}) {
      assertThat(opener.open(RING, ROUTE, first, 0, first.length, NOW + off, 0))
          .as("%d s", off)
          .isEqualTo(new Opened.Dropped(DropReason.STALE));
    }
    assertThat(opener.open(RING, ROUTE, first, 0, first.length, NOW + 60, 0))
        .isInstanceOf(Opened.Frame.class);
    assertThat(opener.open(RING, ROUTE, second, 0, second.length, NOW + 1_000_000, 0))
        .isInstanceOf(Opened.Frame.class);
  }

  @Test
  void movesToAnotherKeyThoughTheClocksHaveParted() {
    Keyring both = new Keyring(List.of(key(2), KEY));
    byte[] before = seal();
    assertThat(opener.open(both, ROUTE, before, 0, before.length, NOW, 0))
        .isInstanceOf(Opened.Frame.class);
    byte[] after = sealer.seal(key(2), key(2).id(), NOW, ROUTE, DATA, 0, DATA.length);
    assertThat(opener.open(both, ROUTE, after, 0, after.length, NOW + 1_000_000, 0))
        .isInstanceOf(Opened.Frame.class);
    assertThat(opener.open(both, ROUTE, after, 0, after.length, NOW + 1_000_000, 0))
        .isEqualTo(new Opened.Dropped(DropReason.REPLAY));
  }

  @Test
  void isTooOldUnderAnotherKeyWhereItsSenderIsFarAhead() {
    Keyring both = new Keyring(List.of(key(2), KEY));
    byte[] old = sealer.seal(key(2), key(2).id(), NOW, ROUTE, DATA, 0, DATA.length);
    byte[] ahead = seal();
    for (int i = 0; i < ReplayWindow.WIDTH; i++) {
      ahead = seal();
    }
    assertThat(opener.open(both, ROUTE, ahead, 0, ahead.length, NOW, 0))
        .isInstanceOf(Opened.Frame.class);
    assertThat(opener.open(both, ROUTE, old, 0, old.length, NOW, 0))
        .isEqualTo(new Opened.Dropped(DropReason.REPLAY));
  }

  @Test
  void knowsItsTimeBeyondTheYear2106() {
    long late = 0x1_0000_0010L;
    byte[] frame = sealer.seal(KEY, 0, late, ROUTE, DATA, 0, DATA.length);
    assertThat(opener.open(RING, ROUTE, frame, 0, frame.length, late - 30, 0))
        .isInstanceOf(Opened.Frame.class);
  }

  @Test
  void isDroppedIfTooLongOrOfAnotherVersion() {
    byte[] huge = new byte[FrameHeader.FRAME_LENGTH_MAX + 1];
    assertThat(open(huge)).isEqualTo(new Opened.Dropped(DropReason.TOO_LONG));
    byte[] frame = seal();
    frame[0] = 2;
    assertThat(open(frame)).isEqualTo(new Opened.Dropped(DropReason.BAD_VERSION));
    assertThatThrownBy(() -> sealer.seal(KEY, 0, NOW, ROUTE, huge, 0, huge.length))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aForgedFloodOfSessionsIsCutOffAndHarmsNoKnownOne() {
    assertThat(open(seal())).isInstanceOf(Opened.Frame.class);
    int tried = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] forged = new Sealer(1000L + i, "blue").seal(KEY, 0, NOW, ROUTE, DATA, 0, DATA.length);
      forged[forged.length - 1] ^= 1;
      if (open(forged).equals(new Opened.Dropped(DropReason.BAD_TAG))) {
        tried++;
      }
    }
    assertThat(tried).isLessThanOrEqualTo(500);
    assertThat(open(seal())).isInstanceOf(Opened.Frame.class);
  }

  /** Its frames are tried without a bound, so that a key rotates past any flood. */
  @Test
  void aForgedFloodOfAKnownSessionUnderOtherKeysDerivesEachKeyOnce() {
    Keyring ring = new Keyring(List.of(key(3), key(2), KEY));
    AtomicInteger derivations = new AtomicInteger();
    Opener counting =
        new Opener(
            99,
            "blue",
            (key, session) -> {
              derivations.incrementAndGet();
              return key.sessionKey(session);
            });
    byte[] first = seal();
    assertThat(counting.open(ring, ROUTE, first, 0, first.length, NOW, 0))
        .isInstanceOf(Opened.Frame.class);
    for (int i = 0; i < 2000; i++) {
      byte[] forged = sealer.seal(key(2 + i % 2), 0, NOW, ROUTE, DATA, 0, DATA.length);
      forged[forged.length - 1] ^= 1;
      assertThat(counting.open(ring, ROUTE, forged, 0, forged.length, NOW, 0))
          .isEqualTo(new Opened.Dropped(DropReason.BAD_TAG));
    }
    byte[] honest = sealer.seal(key(3), key(3).id(), NOW, ROUTE, DATA, 0, DATA.length);
    assertThat(counting.open(ring, ROUTE, honest, 0, honest.length, NOW, 0))
        .isInstanceOf(Opened.Frame.class);
    assertThat(derivations).hasValue(3);
  }

  @Test
  void forgetsWhatWasDerivedFromAKeyThatIsNotHeldAnyMore() {
    AtomicInteger derivations = new AtomicInteger();
    var session = new Sessions.Session(KEY.sessionKey(1), new ReplayWindow(0), 0);
    Sessions sessions = new Sessions();
    sessions.add(new Sessions.Id(KEY.id(), 1), session, 0);
    for (int i = 0; i < 4; i++) {
      session.keyUnder(
          key(2).id(),
          () -> {
            derivations.incrementAndGet();
            return key(2).sessionKey(1);
          });
      int newest = i < 2 ? key(2).id() : KEY.id();
      sessions.retainKeys(id -> id == KEY.id() || id == newest);
    }
    // The first is kept for one more, the third and the fourth are dropped at once.
    assertThat(derivations).hasValue(2);
  }

  @Test
  void forgetsASessionOnlyWhenTheClockKeepsItsFramesOut() {
    byte[] old = seal();
    assertThat(open(old)).isInstanceOf(Opened.Frame.class);
    long nowNanos = 0;
    for (int i = 0; i < 3 * Sessions.KEPT_MAX; i++) {
      nowNanos += 4_000_000;
      byte[] other = new Sealer(1000L + i, "blue").seal(KEY, 0, NOW, ROUTE, DATA, 0, DATA.length);
      opener.open(RING, ROUTE, other, 0, other.length, NOW, nowNanos);
    }
    assertThat(opener.open(RING, ROUTE, old, 0, old.length, NOW, nowNanos))
        .isEqualTo(new Opened.Dropped(DropReason.REPLAY));
  }

  private byte[] seal() {
    return sealer.seal(KEY, KEY.id(), NOW, ROUTE, DATA, 0, DATA.length);
  }

  private Opened open(byte[] frame) {
    return opener.open(RING, ROUTE, frame, 0, frame.length, NOW, 0);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.3, 7946, 192.0.2.2, 7946",
    "192.0.2.1, 7947, 192.0.2.2, 7946",
    "192.0.2.1, 7946, 192.0.2.3, 7946",
    "192.0.2.1, 7946, 192.0.2.2, 7947",
    "192.0.2.2, 7946, 192.0.2.1, 7946",
    "2001:db8::1, 7946, 2001:db8::2, 7946"
  })
  void opensOnItsOwnRouteOnly(String from, int fromPort, String to, int toPort) {
    byte[] frame = seal();
    Route other = route(from, fromPort, to, toPort);
    assertThat(opener.open(RING, other, frame, 0, frame.length, NOW, 0))
        .isEqualTo(new Opened.Dropped(DropReason.BAD_TAG));
    assertThat(open(frame)).isInstanceOf(Opened.Frame.class);
  }

  private static Route route(String from, int fromPort, String to, int toPort) {
    return Route.of(InetAddress.ofLiteral(from), fromPort, InetAddress.ofLiteral(to), toPort);
  }

  static MasterKey key(int seed) {
    byte[] secret = new byte[MasterKey.LENGTH_BYTES];
    Arrays.fill(secret, (byte) seed);
    return new MasterKey(secret);
  }
}
