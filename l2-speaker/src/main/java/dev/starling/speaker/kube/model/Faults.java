package dev.starling.speaker.kube.model;

import dev.starling.speaker.kube.model.ObjectFault.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Collects what is wrong, and cuts lists that are too long. */
final class Faults {
  private final SortedSet<ObjectFault> found = new TreeSet<>();

  void add(Kind kind, String name, FaultReason reason, String text) {
    found.add(new ObjectFault(kind, name, reason, text));
    if (found.size() > Limits.FAULTS) {
      found.removeLast();
    }
  }

  /** The first {@code max} of a list of an object; the rest is a fault. */
  <T> List<T> limited(List<T> list, int max, Kind kind, String name) {
    if (list.size() <= max) {
      return list;
    }
    add(kind, name, FaultReason.TOO_MANY, "more than " + max);
    return list.subList(0, max);
  }

  AnyOf anyOf(List<LabelSelector> selectors, String advertisement) {
    List<LabelSelector> usable = new ArrayList<>(selectors.size());
    for (LabelSelector each :
        limited(selectors, Limits.ENTRIES_OF_LIST, Kind.ADVERTISEMENT, advertisement)) {
      FaultReason fault = each.fault();
      if (fault == null) {
        usable.add(each);
      } else {
        add(Kind.ADVERTISEMENT, advertisement, fault, each.toString());
      }
    }
    return new AnyOf(selectors.isEmpty(), List.copyOf(usable));
  }

  /** All of them, sorted, at most {@link Limits#FAULTS}: those that sort first. */
  List<ObjectFault> list() {
    return List.copyOf(found);
  }
}
