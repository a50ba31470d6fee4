package dev.starling.speaker.loop;

import dev.starling.speaker.core.Note;
import dev.starling.speaker.log.NoteLog;
import dev.starling.speaker.metrics.SpeakerMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes notes to the log and counts them, the early ones as soon as there are metrics. */
final class Narrator implements Teller.Audience {
  private static final Logger LOG = LoggerFactory.getLogger("dev.starling.speaker");

  /** Notes that wait for the metrics; they are there within a second of the start. */
  private static final int EARLY_MAX = 1_024;

  private final NoteLog log = new NoteLog(LOG);
  private final Instant executed;
  private final List<Note> early = new ArrayList<>();
  private final Runnable joining;
  private boolean joined;
  private volatile @Nullable SpeakerMetrics metrics;
  private volatile Consumer<Note> other = _ -> {};

  /**
   * A narrator of one process.
   *
   * @param executed when the process was started
   * @param joining what follows the first view; must only hand over
   */
  Narrator(Instant executed, Runnable joining) {
    this.executed = executed;
    this.joining = joining;
  }

  /** Counts in {@code made} from now on, and what was heard before. */
  void count(SpeakerMetrics made) {
    metrics = made;
  }

  /** Hands each note to {@code listener}, too, from now on. */
  void alsoTell(Consumer<Note> listener) {
    other = listener;
  }

  @Override
  public void hear(Note note, long nanos) {
    log.write(note, nanos);
    other.accept(note);
    if (!joined && note instanceof Note.ViewInstalled) {
      joined = true;
      LOG.info("joined {} ms after the process was started", millisSince(executed));
      joining.run();
    }
    SpeakerMetrics counting = metrics;
    if (counting == null) {
      if (early.size() < EARLY_MAX) {
        early.add(note);
      }
      return;
    }
    countEarly(counting);
    counting.note(note);
  }

  @Override
  public void quiet(long nanos) {
    log.settle(nanos);
    SpeakerMetrics counting = metrics;
    if (counting != null) {
      countEarly(counting);
    }
  }

  private void countEarly(SpeakerMetrics counting) {
    early.forEach(counting::note);
    early.clear();
  }

  static long millisSince(Instant start) {
    return Duration.between(start, Instant.now()).toMillis();
  }
}
