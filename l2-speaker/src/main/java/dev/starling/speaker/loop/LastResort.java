package dev.starling.speaker.loop;

import dev.starling.speaker.log.Logging;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when an invariant is broken: the speaker answers no more, says why, and ends at once
 * with exit code {@link #EXIT_CODE}, so that others take over and a supervisor restarts it.
 */
final class LastResort implements Consumer<Throwable> {
  /** The exit code. */
  static final int EXIT_CODE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(LastResort.class);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final AtomicBoolean begun = new AtomicBoolean();
  private final IntConsumer halt;
  private volatile Runnable silence = () -> {};

  /**
   * A last resort.
   *
   * @param halt ends the process with a code, without another word
   */
  LastResort(IntConsumer halt) {
    this.halt = halt;
  }

  /** What makes the speaker silent. */
  void silencedBy(Runnable action) {
    silence = action;
  }

  @Override
  public void accept(Throwable cause) {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    // Whatever hangs below must not keep a broken speaker alive.
    Thread.ofPlatform().daemon().name("last-resort").start(this::haltLater);
    try {
      silence.run();
      LOG.error("an invariant is broken: the speaker is silent and ends", cause);
      Logging.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      halt.accept(EXIT_CODE);
    }
  }

  private void haltLater() {
    try {
      Thread.sleep(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    halt.accept(EXIT_CODE);
  }
}
