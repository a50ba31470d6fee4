package dev.starling.chaos.bench;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.netns.Patience;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One fault into the owner of a steady bed, measured, and mended. */
final class Trial {
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(12);
  private static final long AFTERMATH_MILLIS = 300;
  private static final long LATE_REPLY_MILLIS = 50;

  private final Bed bed;
  private final String product;
  private final int round;

  /** Trials of one round in {@code bed}. */
  Trial(Bed bed, String product, int round) {
    this.bed = bed;
    this.product = product;
    this.round = round;
  }

  /**
   * Lets {@code fault} happen and measures it. The bed is steady before; it is steady again after,
   * but for {@link BenchFault#SIGTERM}: after that only {@link BenchFault#RETURN} can follow, and
   * only it can.
   *
   * @param delayMillis how long to wait before, so that the fault meets no product's own rhythm
   */
  Sample run(BenchFault fault, long delayMillis) {
    String victim = bed.plan().firstOwner();
    boolean returns = fault == BenchFault.RETURN;
    Predicate<String> heir = returns ? node -> node.equals(victim) : node -> !node.equals(victim);
    long struck;
    long mended;
    long end;
    try (Blow blow = new Blow(bed, fault, victim)) {
      Patience.pause(delayMillis);
      struck = blow.strike();
      boolean reached =
          Patience.within(TAKEOVER_LIMIT, () -> bed.since(struck).firstReply(heir).isPresent());
      Patience.pause(reached && !returns ? AFTERMATH_MILLIS : 0);
      mended = blow.mend();
      if (fault != BenchFault.SIGTERM) {
        Steady.await(bed);
      }
      end = System.nanoTime();
    }
    Patience.pause(LATE_REPLY_MILLIS);
    Sightings seen = bed.since(struck);
    return new Sample(
        product,
        fault,
        round,
        millis(struck, seen.firstFrame(heir)),
        millis(struck, seen.firstReply(heir)),
        returns ? millis(struck, oneOwner(seen, heir)) : null,
        span(seen, struck, returns ? end : mended),
        returns ? Sample.Span.EMPTY : span(seen, mended, end));
  }

  private static Optional<Long> oneOwner(Sightings seen, Predicate<String> heir) {
    Optional<Long> first = seen.firstFrame(heir);
    Optional<Long> last = seen.lastSign(heir.negate());
    return first.map(own -> last.filter(other -> other - own > 0).orElse(own));
  }

  private static Sample.Span span(Sightings seen, long fromNanos, long toNanos) {
    return new Sample.Span(
        seen.sent(fromNanos, toNanos),
        seen.lost(fromNanos, toNanos),
        seen.severalAnswerMillis(fromNanos, toNanos));
  }

  private static @Nullable Double millis(long since, Optional<Long> moment) {
    return moment.map(nanos -> Millis.between(since, nanos)).orElse(null);
  }
}
