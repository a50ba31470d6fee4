package dev.starling.membership.seal;

import dev.starling.membership.DropReason;
import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Opens frames: any bytes give a {@link Opened}, none an exception. The cheap checks come first, so
 * that a flood costs little. Safe for many threads.
 */
public final class Opener {
  /** How far a sender's clock may be off, for the first frame of its session. */
  static final long CLOCK_TOLERANCE_SECONDS = 60;

  private static final long UNSIGNED_INT = 0xffff_ffffL;

  private final long ownSession;
  private final byte[] cluster;
  private final Sessions sessions = new Sessions();
  private final CipherPool ciphers = new CipherPool();
  private final BiFunction<MasterKey, Long, SecretKey> derivation;

  /**
   * An opener that has heard nobody yet.
   *
   * @param ownSession this process's own: such frames come from a mirror
   * @param cluster the cluster's name
   */
  public Opener(long ownSession, String cluster) {
    this(ownSession, cluster, MasterKey::sessionKey);
  }

  /** The same, with {@code derivation} for {@link MasterKey#sessionKey}. */
  Opener(long ownSession, String cluster, BiFunction<MasterKey, Long, SecretKey> derivation) {
    this.derivation = derivation;
    this.ownSession = ownSession;
    this.cluster = cluster.getBytes(StandardCharsets.UTF_8);
  }

  /** Forgets what belongs to keys outside of {@code ring}. */
  public void retain(Keyring ring) {
    sessions.retainKeys(id -> ring.find(id).isPresent());
  }

  /**
   * Opens the {@code length} bytes at {@code offset}.
   *
   * @param ring the keys that are accepted
   * @param route on which they came
   * @param unixSeconds now
   * @param nowNanos now, for what may be forgotten
   */
  public Opened open(
      Keyring ring,
      Route route,
      byte[] datagram,
      int offset,
      int length,
      long unixSeconds,
      long nowNanos) {
    Optional<DropReason> shape = shapeFault(datagram, offset, length);
    if (shape.isPresent()) {
      return new Opened.Dropped(shape.get());
    }
    FrameHeader header = FrameHeader.read(datagram, offset);
    if (header.session() == ownSession) {
      return new Opened.Dropped(DropReason.OWN);
    }
    Optional<MasterKey> key = ring.find(header.keyId());
    if (key.isEmpty()) {
      return new Opened.Dropped(DropReason.UNKNOWN_KEY);
    }
    Sessions.Id id = new Sessions.Id(header.keyId(), header.session());
    Optional<Sessions.Session> known = sessions.find(id);
    Optional<Sessions.Session> earlier =
        known.isPresent() ? known : sessions.findBySender(header.session());
    Optional<DropReason> age = ageFault(header, known, earlier, unixSeconds, nowNanos);
    if (age.isPresent()) {
      return new Opened.Dropped(age.get());
    }
    Sessions.Session session =
        known.orElseGet(() -> candidate(key.get(), header.session(), earlier, nowNanos));
    Optional<byte[]> data = decrypt(session, header, route, datagram, offset, length);
    if (data.isEmpty()) {
      return new Opened.Dropped(DropReason.BAD_TAG);
    }
    return admit(id, session, header, data.get(), nowNanos);
  }

  /** What becomes a session if the frame is authentic. */
  private Sessions.Session candidate(
      MasterKey key, long session, Optional<Sessions.Session> earlier, long nowNanos) {
    Supplier<SecretKey> derived = () -> derivation.apply(key, session);
    return earlier
        .map(
            other ->
                new Sessions.Session(
                    other.keyUnder(key.id(), derived),
                    new ReplayWindow(other.window.highest()),
                    nowNanos))
        .orElseGet(() -> new Sessions.Session(derived.get(), new ReplayWindow(), nowNanos));
  }

  private static Optional<DropReason> shapeFault(byte[] datagram, int offset, int length) {
    if (length < FrameHeader.OVERHEAD) {
      return Optional.of(DropReason.TOO_SHORT);
    }
    if (length > FrameHeader.FRAME_LENGTH_MAX) {
      return Optional.of(DropReason.TOO_LONG);
    }
    return datagram[offset] == FrameHeader.VERSION
        ? Optional.empty()
        : Optional.of(DropReason.BAD_VERSION);
  }

  private Optional<DropReason> ageFault(
      FrameHeader header,
      Optional<Sessions.Session> known,
      Optional<Sessions.Session> earlier,
      long unixSeconds,
      long nowNanos) {
    if (known.isPresent()) {
      return known.get().window.admits(header.counter())
          ? Optional.empty()
          : Optional.of(DropReason.REPLAY);
    }
    if (header.counter() <= 0) {
      return Optional.of(DropReason.REPLAY);
    }
    if (earlier.isPresent()) {
      // The same life under another key: its counter tells its age, and better than two clocks. So
      // a key rotates past a clock that has drifted, and past a flood of forged sessions.
      boolean recent = header.counter() > earlier.get().window.highest() - ReplayWindow.WIDTH;
      return recent ? Optional.empty() : Optional.of(DropReason.REPLAY);
    }
    int differenceSeconds = header.unixSeconds() - (int) (unixSeconds & UNSIGNED_INT);
    if (Math.abs((long) differenceSeconds) > CLOCK_TOLERANCE_SECONDS) {
      return Optional.of(DropReason.STALE);
    }
    return sessions.mayTry(nowNanos) ? Optional.empty() : Optional.of(DropReason.TOO_MANY_SESSIONS);
  }

  private Optional<byte[]> decrypt(
      Sessions.Session session,
      FrameHeader header,
      Route route,
      byte[] datagram,
      int offset,
      int length) {
    Cipher cipher = ciphers.take();
    try {
      cipher.init(
          Cipher.DECRYPT_MODE,
          session.key,
          new GCMParameterSpec(FrameHeader.TAG_LENGTH * Byte.SIZE, header.nonce()));
      cipher.updateAAD(datagram, offset, FrameHeader.LENGTH);
      cipher.updateAAD(cluster);
      cipher.updateAAD(route.bytes());
      return Optional.of(
          cipher.doFinal(datagram, offset + FrameHeader.LENGTH, length - FrameHeader.LENGTH));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("opening fails by its tag only", e);
    } finally {
      ciphers.give(cipher);
    }
  }

  private Opened admit(
      Sessions.Id id, Sessions.Session used, FrameHeader header, byte[] data, long nowNanos) {
    Optional<Sessions.Session> session = sessions.add(id, used, nowNanos);
    if (session.isEmpty()) {
      return new Opened.Dropped(DropReason.TOO_MANY_SESSIONS);
    }
    if (!session.get().window.accept(header.counter())) {
      return new Opened.Dropped(DropReason.REPLAY);
    }
    session.get().touch(nowNanos);
    return new Opened.Frame(header, data);
  }
}
