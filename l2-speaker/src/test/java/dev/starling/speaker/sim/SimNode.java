package dev.starling.speaker.sim;

import dev.starling.election.ServiceIp;
import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.detect.Detector;
import dev.starling.membership.detect.DetectorSettings;
import dev.starling.speaker.core.Speaker;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One life of one speaker on one node: what its process holds. */
final class SimNode {
  /** The one link that every simulated node has. */
  static final String LINK = "eth0";

  final int index;
  final String name;
  final MemberId id;
  final Detector detector;
  final Speaker speaker;
  final long startedNanos;

  /** The last message to each other member arrives no earlier than those before it. */
  final SortedMap<MemberId, Long> lastArrivalNanos = new TreeMap<>();

  /** What the radar has told last of each IP. */
  final SortedMap<ServiceIp, Told> told = new TreeMap<>();

  /** When each other node sent the last hello that came here. */
  final SortedMap<MemberId, Long> greetedNanos = new TreeMap<>();

  /** When a hello of each was answered last. */
  final SortedMap<MemberId, Long> repliedNanos = new TreeMap<>();

  final SortedSet<MemberId> suspected = new TreeSet<>();
  SortedMap<String, SortedSet<ServiceIp>> answers = new TreeMap<>();
  @Nullable View view;
  private long awaitsViewUntilNanos;
  private int awaitedViews;
  boolean alive = true;
  boolean linkUp;
  boolean draining;

  /** Until when it may answer beside whoever takes over. */
  long drainUntilNanos;

  boolean permitHeld = true;
  boolean everComplete;
  long endedNanos;
  long pausedUntilNanos;
  long mergeQuietUntilNanos;
  long majorityNanos;
  long speakerWakeNanos;
  long detectorWakeNanos;

  SimNode(int index, MemberId id, Timing timing, long seed, long nowNanos) {
    this.index = index;
    this.id = id;
    name = nameOf(index);
    detector = new Detector(id, timing.detector());
    var patience = new Speaker.Patience(timing.settleNanos(), timing.leaseNanos());
    speaker = new Speaker(id, name, patience, seed, nowNanos);
    startedNanos = nowNanos;
    endedNanos = nowNanos;
    drainUntilNanos = nowNanos;
    pausedUntilNanos = nowNanos;
    mergeQuietUntilNanos = nowNanos;
    awaitsViewUntilNanos = nowNanos;
    majorityNanos = nowNanos;
    speakerWakeNanos = nowNanos;
    detectorWakeNanos = nowNanos;
  }

  /** What differs from the product's defaults only to break it on purpose. */
  record Timing(DetectorSettings detector, long settleNanos, long leaseNanos) {
    static Timing standard() {
      return of(DetectorSettings.standard());
    }

    private static Timing of(DetectorSettings detector) {
      return new Timing(detector, 1_000_000_000L, detector.timeoutNanos());
    }

    Timing withSettle(long nanos) {
      return new Timing(detector, nanos, leaseNanos);
    }

    Timing withLease(long nanos) {
      return new Timing(detector, settleNanos, nanos);
    }

    /** The same with another number of observers. */
    static Timing watchedBy(int observers) {
      DetectorSettings detector =
          DetectorSettings.of(Duration.ofMillis(50), Duration.ofMillis(200), observers);
      return of(detector);
    }
  }

  /** That a node claims an IP, and until when that is not told again. */
  record Told(int claimant, long quietUntilNanos) {}

  static String nameOf(int index) {
    return "n" + (index + 1);
  }

  /** A view is on its way to this node, for which it waits until then at most. */
  void awaitsView(long untilNanos, long nowNanos) {
    awaitedViews = isAwaitingView(nowNanos) ? awaitedViews + 1 : 1;
    awaitsViewUntilNanos = untilNanos;
  }

  void gotView(long nowNanos) {
    awaitedViews--;
    if (awaitedViews == 0) {
      awaitsViewUntilNanos = nowNanos;
    }
  }

  boolean isAwaitingView(long nowNanos) {
    return awaitsViewUntilNanos - nowNanos > 0;
  }

  boolean isAwake(long nowNanos) {
    return alive && pausedUntilNanos - nowNanos <= 0;
  }

  /** What the capture thread would read: whether a frame would be answered at this moment. */
  boolean hasPermit(long nowNanos) {
    long until = detector.permitUntilNanos();
    return until == Long.MAX_VALUE || until - nowNanos > 0;
  }

  SortedSet<ServiceIp> published() {
    return answers.getOrDefault(LINK, Collections.emptySortedSet());
  }

  boolean answers(ServiceIp ip, long nowNanos) {
    return isAwake(nowNanos) && published().contains(ip) && hasPermit(nowNanos);
  }
}
