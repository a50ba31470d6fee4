package dev.starling.speaker.kube.writes;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the leader puts a new key into the Secret: when the last one is old enough, every member
 * holds it, and nothing has changed for a minute, so that no rotation begins before the last one is
 * done. Two leaders, which a split may have, are told apart by the Secret's resource version.
 */
public final class KeyRotation {
  /** The annotation that tells when the key was put there, as RFC 3339 has it. */
  public static final String ROTATED_AT = "starling.dev/rotated-at";

  /** The shortest period: a key must have reached every mounted file before the next one comes. */
  public static final Duration PERIOD_MIN = Duration.ofMinutes(10);

  private static final long QUIET_MILLIS = 60_000;

  private final Duration period;
  private @Nullable KeySecret secret;
  private boolean leader;
  private boolean settled;
  private long quietSinceNanos;
  private @Nullable String triedVersion;

  /** What there is to do, or why there is nothing. */
  public enum Verdict {
    /** A new key is due. */
    ROTATE("due"),
    /** The Secret is not known. */
    NO_SECRET("no-secret"),
    /** Another speaker does it. */
    NOT_LEADER("not-leader"),
    /** A member does not hold the newest key, or holds one that is newer. */
    UNDER_WAY("under-way"),
    /** Leader, keys or Secret have changed just now. */
    UNQUIET("unquiet"),
    /** The key is young. */
    NOT_DUE("not-due"),
    /** A new key was written; the watch has not shown it yet. */
    WRITTEN("written");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    /** The word in the status. */
    public String text() {
      return text;
    }
  }

  /**
   * The rotation.
   *
   * @param period how old a key may get; at least {@link #PERIOD_MIN}
   */
  public KeyRotation(Duration period, long nowNanos) {
    this.period = period.compareTo(PERIOD_MIN) < 0 ? PERIOD_MIN : period;
    quietSinceNanos = nowNanos;
  }

  /** The Secret as it is now, or null where it is not there. */
  void secret(@Nullable KeySecret next, long nowNanos) {
    if (secret == null
        || next == null
        || !secret.resourceVersion().equals(next.resourceVersion())) {
      quietSinceNanos = nowNanos;
    }
    secret = next;
  }

  /** Whether this speaker is the leader. */
  void leader(boolean next, long nowNanos) {
    if (leader != next) {
      leader = next;
      quietSinceNanos = nowNanos;
    }
  }

  /** Whether every member holds exactly the key in the Secret as its newest one. */
  void settled(boolean next, long nowNanos) {
    if (settled != next) {
      settled = next;
      quietSinceNanos = nowNanos;
    }
  }

  /** A write for that version was answered: until the Secret changes there is nothing to do. */
  void tried(String resourceVersion) {
    triedVersion = resourceVersion;
  }

  /** The Secret's version if a new key is due now, or null. */
  @Nullable String dueVersion(Instant wall, long nowNanos) {
    return secret != null && verdict(wall, nowNanos) == Verdict.ROTATE
        ? secret.resourceVersion()
        : null;
  }

  /**
   * Judges the moment.
   *
   * @param wall the time of day
   */
  Verdict verdict(Instant wall, long nowNanos) {
    if (secret == null) {
      return Verdict.NO_SECRET;
    }
    if (!leader) {
      return Verdict.NOT_LEADER;
    }
    if (!settled) {
      return Verdict.UNDER_WAY;
    }
    if (Duration.between(since(secret, wall), wall).compareTo(period) < 0) {
      return Verdict.NOT_DUE;
    }
    if (secret.resourceVersion().equals(triedVersion)) {
      return Verdict.WRITTEN;
    }
    return Times.millisBetween(quietSinceNanos, nowNanos) < QUIET_MILLIS
        ? Verdict.UNQUIET
        : Verdict.ROTATE;
  }

  /** Since when the Secret has its key. What cannot be, such as a time to come, does not count. */
  private static Instant since(KeySecret secret, Instant wall) {
    String text = secret.rotatedAt();
    if (text != null) {
      try {
        Instant told = Instant.parse(text);
        if (!told.isAfter(wall.plus(PERIOD_MIN))) {
          return told;
        }
      } catch (DateTimeException e) {
        return secret.createdAt();
      }
    }
    return secret.createdAt();
  }
}
