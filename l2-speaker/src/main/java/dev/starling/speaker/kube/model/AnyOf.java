package dev.starling.speaker.kube.model;

import java.util.List;
import java.util.SortedMap;

/**
 * A list of selectors of which any may match.
 *
 * @param unconstrained whether the list was empty, which means everything
 * @param selectors those without a fault. If none is left the list still matches nothing: a bad
 *     selector must not come to choose everything
 */
record AnyOf(boolean unconstrained, List<LabelSelector> selectors) {
  /** Whether an object with these labels is chosen. */
  boolean matches(SortedMap<String, String> labels) {
    return unconstrained || matchesOne(labels);
  }

  /** Whether one of the selectors matches; false for an empty list. */
  boolean matchesOne(SortedMap<String, String> labels) {
    for (LabelSelector selector : selectors) {
      if (selector.matches(labels)) {
        return true;
      }
    }
    return false;
  }
}
