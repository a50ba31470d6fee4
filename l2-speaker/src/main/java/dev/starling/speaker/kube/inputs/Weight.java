package dev.starling.speaker.kube.inputs;

import dev.starling.speaker.kube.model.LabelSelector;
import java.util.Collection;
import java.util.SortedMap;

/** How many bytes of memory things take, roughly. */
final class Weight {
  /** An object with its name, version and place. */
  static final int OBJECT = 300;

  /** A reference to something that is there anyway. */
  static final int REFERENCE = 8;

  private static final int TEXT = 56;
  private static final int ENTRY = 40;

  private Weight() {}

  static long of(String text) {
    return TEXT + (long) text.length();
  }

  static long of(Collection<String> texts) {
    return texts.stream().mapToLong(text -> REFERENCE + of(text)).sum();
  }

  static long of(SortedMap<String, String> texts) {
    long sum = 0;
    for (var entry : texts.entrySet()) {
      sum += ENTRY + of(entry.getKey()) + of(entry.getValue());
    }
    return sum;
  }

  /** Of labels most of whose texts are the same on many objects. */
  static long ofShared(SortedMap<String, String> texts, Shared<String> shared) {
    long sum = 0;
    for (var entry : texts.entrySet()) {
      sum += ENTRY + ofShared(entry.getKey(), shared) + ofShared(entry.getValue(), shared);
    }
    return sum;
  }

  private static long ofShared(String text, Shared<String> shared) {
    return shared.isShared(text) ? 0 : of(text);
  }

  static long ofSelectors(Collection<LabelSelector> selectors) {
    return selectors.stream().mapToLong(Weight::of).sum();
  }

  static long of(LabelSelector selector) {
    return OBJECT
        + of(selector.matchLabels())
        + selector.matchExpressions().stream()
            .mapToLong(each -> OBJECT + of(each.key()) + of(each.operator()) + of(each.values()))
            .sum();
  }
}
