package dev.starling.chaos.bench;

import org.jspecify.annotations.Nullable;

/**
 * What one fault did with one product.
 *
 * @param product the product's name
 * @param fault what was done
 * @param round the round, from 1
 * @param firstFrameMillis from the fault until the client's cable carried the new owner's first
 *     frame; null if there was none within the limit
 * @param firstReplyMillis from the fault until the client had the new owner's first reply
 * @param oneOwnerMillis from the fault until only the new owner spoke; null but for {@link
 *     BenchFault#RETURN}
 * @param during what the client noticed from the fault until it was mended
 * @param after what it noticed from then until all was steady again
 */
public record Sample(
    String product,
    BenchFault fault,
    int round,
    @Nullable Double firstFrameMillis,
    @Nullable Double firstReplyMillis,
    @Nullable Double oneOwnerMillis,
    Span during,
    Span after) {
  /**
   * A span of time as the client saw it.
   *
   * @param probes how many it sent
   * @param lostProbes how many of them had no reply
   * @param severalAnswerMillis for how long two nodes or more answered for the service IP
   */
  public record Span(int probes, int lostProbes, long severalAnswerMillis) {
    /** Nothing was sent. */
    public static final Span EMPTY = new Span(0, 0, 0);
  }
}
