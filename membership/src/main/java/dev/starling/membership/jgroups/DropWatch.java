package dev.starling.membership.jgroups;

import dev.starling.membership.DropReason;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of dropped datagrams: one line a minute at most, however many come. One thread. */
final class DropWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DropWatch.class);
  private static final long PAUSE_NANOS = 60_000_000_000L;

  private SortedMap<DropReason, Long> told = new TreeMap<>();
  private boolean toldBefore;
  private long toldNanos;

  /** Compares with what has been told; to be called about once a second. */
  void look(SortedMap<DropReason, Long> drops, long nowNanos) {
    String rises =
        drops.entrySet().stream()
            .filter(entry -> rise(entry.getKey(), entry.getValue()) > 0)
            .map(entry -> entry.getKey() + " " + rise(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    boolean due = !toldBefore || nowNanos - toldNanos >= PAUSE_NANOS;
    if (!rises.isEmpty() && due) {
      LOG.warn("datagrams not let in since the last such line: {}", rises);
      told = drops;
      toldNanos = nowNanos;
      toldBefore = true;
    }
  }

  private long rise(DropReason reason, long now) {
    return now - told.getOrDefault(reason, 0L);
  }
}
