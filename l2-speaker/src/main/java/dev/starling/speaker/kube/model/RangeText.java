package dev.starling.speaker.kube.model;

/** What a text that ought to name a range of addresses turned out to be. */
public sealed interface RangeText permits AddressRange, RangeText.Refused {
  /** No range. */
  record Refused(FaultReason reason) implements RangeText {}
}
