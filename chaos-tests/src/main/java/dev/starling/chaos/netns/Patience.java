package dev.starling.chaos.netns;

import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting with a limit, and with an explanation when the limit is reached. */
public final class Patience {
  private static final long POLL_MILLIS = 5;

  private Patience() {}

  /**
   * Waits until {@code reached}, looking every 5 ms.
   *
   * @param what what is waited for, for the message
   * @param seen describes the last state, for the message
   * @throws LabException once {@code limit} has passed
   */
  public static void await(
      String what, Duration limit, BooleanSupplier reached, Supplier<String> seen) {
    if (!within(limit, reached)) {
      throw new LabException(
          String.format(
              Locale.ROOT,
              "waited %.1f s for: %s%nlast seen: %s",
              limit.toMillis() / 1000.0,
              what,
              seen.get()));
    }
  }

  /** Waits until {@code reached}; false once {@code limit} has passed. */
  public static boolean within(Duration limit, BooleanSupplier reached) {
    long start = System.nanoTime();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        return false;
      }
      pause(POLL_MILLIS);
    }
    return true;
  }

  /** Lets {@code millis} pass. */
  public static void pause(long millis) {
    try {
      Thread.sleep(Duration.ofMillis(millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted");
    }
  }
}
