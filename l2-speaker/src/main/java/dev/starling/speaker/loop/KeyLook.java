package dev.starling.speaker.loop;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Looks whether every member holds the newest key, again and again. A look that fails has the
 * answer no, on which no key is replaced.
 *
 * @param settled the question
 * @param told hears each answer
 * @param broken hears of a look that failed: a mistake of ours
 */
record KeyLook(BooleanSupplier settled, Consumer<Boolean> told, Consumer<Throwable> broken)
    implements Runnable {
  @Override
  public void run() {
    try {
      boolean answer = false;
      try {
        answer = settled.getAsBoolean();
      } finally {
        told.accept(answer);
      }
    } catch (RuntimeException | Error e) {
      broken.accept(e);
    }
  }
}
