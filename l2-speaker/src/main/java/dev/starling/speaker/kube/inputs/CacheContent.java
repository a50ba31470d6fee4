package dev.starling.speaker.kube.inputs;

import dev.starling.speaker.kube.model.Snapshot;

/** What a cache file turned out to hold. */
public sealed interface CacheContent {
  /** A snapshot. */
  record Good(Snapshot snapshot) implements CacheContent {}

  /** Nothing of use. */
  record Bad(CacheFault fault) implements CacheContent {}
}
