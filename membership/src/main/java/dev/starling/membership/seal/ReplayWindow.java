package dev.starling.membership.seal;

import java.util.Arrays;

/**
 * Which counters of one session have been seen: the highest, and {@link #WIDTH} behind it (the
 * sliding window of RFC 4303, section 3.4.3). Safe for many threads.
 */
final class ReplayWindow {
  /** How far a frame may be overtaken by later ones. */
  static final int WIDTH = 1024;

  private final long[] seen = new long[WIDTH / Long.SIZE];
  private long highest;

  /** Of a session that begins. */
  ReplayWindow() {
    this(0);
  }

  /** Of a sender of whom {@code highest} has been seen elsewhere: nothing far behind is taken. */
  ReplayWindow(long highest) {
    this.highest = highest;
  }

  /** The highest counter that was taken. */
  synchronized long highest() {
    return highest;
  }

  /** Whether {@link #accept} would take this counter: cheap, before any cryptography. */
  synchronized boolean admits(long counter) {
    return counter > highest || (counter > 0 && counter > highest - WIDTH && !isSeen(counter));
  }

  /** Takes the counter of an authentic frame; false if it has come before or lags too far. */
  synchronized boolean accept(long counter) {
    if (!admits(counter)) {
      return false;
    }
    if (counter > highest) {
      forgetUpTo(counter);
      highest = counter;
    }
    seen[word(counter)] |= bit(counter);
    return true;
  }

  private void forgetUpTo(long counter) {
    if (counter - highest >= WIDTH) {
      Arrays.fill(seen, 0);
      return;
    }
    for (long skipped = highest + 1; skipped <= counter; skipped++) {
      seen[word(skipped)] &= ~bit(skipped);
    }
  }

  private boolean isSeen(long counter) {
    return (seen[word(counter)] & bit(counter)) != 0;
  }

  private static int word(long counter) {
    return (int) (counter % WIDTH) / Long.SIZE;
  }

  private static long bit(long counter) {
    return 1L << (counter % Long.SIZE);
  }
}
