package dev.starling.speaker.kube.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.starling.speaker.kube.model.Advertisement.Preference;
import dev.starling.speaker.kube.model.ObjectFault.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One advertisement, applied to the nodes that there are.
 *
 * @param services the Services that it is for
 * @param interfaces the names that can exist; null for all interfaces
 * @param scores of the nodes that it selects, by node; a node that it does not select is missing
 */
record Advertised(
    Advertisement object,
    AnyOf pools,
    AnyOf services,
    @Nullable SortedSet<String> interfaces,
    SortedMap<String, Long> scores) {

  static Advertised of(Advertisement object, Collection<KubeNode> nodes, Faults faults) {
    String name = object.name();
    AnyOf nodeSelectors = faults.anyOf(object.nodeSelectors(), name);
    List<Preference> preferences = preferencesOf(object, faults);
    SortedMap<String, Long> scores = new TreeMap<>();
    for (KubeNode node : nodes) {
      if (nodeSelectors.matches(node.labels())) {
        long score = 0;
        for (Preference preference : preferences) {
          score += preference.selector().matches(node.labels()) ? preference.weight() : 0;
        }
        scores.put(node.name(), score);
      }
    }
    return new Advertised(
        object,
        faults.anyOf(object.poolSelectors(), name),
        faults.anyOf(object.serviceSelectors(), name),
        interfacesOf(object, faults),
        Collections.unmodifiableSortedMap(scores));
  }

  /** Whether it is for the pool: named, or selected; without names and selectors it is for all. */
  boolean isFor(AddressPool pool) {
    boolean all = object.pools().isEmpty() && pools.unconstrained();
    return all || object.pools().contains(pool.name()) || pools.matchesOne(pool.labels());
  }

  private static List<Preference> preferencesOf(Advertisement object, Faults faults) {
    List<Preference> usable = new ArrayList<>();
    List<Preference> preferences =
        faults.limited(
            object.preferences(), Limits.ENTRIES_OF_LIST, Kind.ADVERTISEMENT, object.name());
    for (Preference preference : preferences) {
      FaultReason fault = preference.selector().fault();
      if (preference.weight() < 1 || preference.weight() > Limits.WEIGHT) {
        fault = FaultReason.WEIGHT;
      }
      if (fault == null) {
        usable.add(preference);
      } else {
        faults.add(Kind.ADVERTISEMENT, object.name(), fault, preference.toString());
      }
    }
    return usable;
  }

  private static @Nullable SortedSet<String> interfacesOf(Advertisement object, Faults faults) {
    if (object.interfaces().isEmpty()) {
      return null;
    }
    SortedSet<String> names = new TreeSet<>();
    List<String> listed =
        faults.limited(
            object.interfaces(), Limits.ENTRIES_OF_LIST, Kind.ADVERTISEMENT, object.name());
    for (String name : listed) {
      if (isInterfaceName(name)) {
        names.add(name);
      } else {
        faults.add(Kind.ADVERTISEMENT, object.name(), FaultReason.INTERFACE_NAME, name);
      }
    }
    return names;
  }

  /** Whether Linux would give an interface this name. */
  private static boolean isInterfaceName(String name) {
    return !name.isEmpty()
        && name.getBytes(UTF_8).length <= Limits.INTERFACE_NAME_BYTES
        && !name.equals(".")
        && !name.equals("..")
        && name.codePoints()
            .noneMatch(c -> c == '/' || c == ':' || Character.isWhitespace(c) || c < ' ');
  }
}
