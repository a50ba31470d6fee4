package dev.starling.speaker.kube.writes;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the writes do, for metrics and status.
 *
 * @param attempts attempts since the start, by kind and result, as {@code status/written}; and
 *     {@code writer/ended}, once, where a fault of the program has ended the writer
 * @param dropped what was not written since the start, by reason
 * @param waiting writes that wait
 * @param failing whether the last attempt was not answered, or there will be none any more
 * @param lastError the last thing that went wrong, or null
 * @param rotation what the rotation of keys waits for, or null where it is off
 */
public record WriterStatus(
    SortedMap<String, Long> attempts,
    SortedMap<String, Long> dropped,
    int waiting,
    boolean failing,
    @Nullable String lastError,
    KeyRotation.@Nullable Verdict rotation) {
  /** Copies the maps. */
  public WriterStatus {
    attempts = Collections.unmodifiableSortedMap(new TreeMap<>(attempts));
    dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
  }

  /** The same of a writer that writes nothing any more, for {@code why}. */
  public WriterStatus ended(String why) {
    SortedMap<String, Long> all = new TreeMap<>(attempts);
    all.put("writer/ended", 1L);
    return new WriterStatus(all, dropped, waiting, true, why, rotation);
  }
}
