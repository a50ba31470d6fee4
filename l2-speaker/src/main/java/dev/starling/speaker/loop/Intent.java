package dev.starling.speaker.loop;

import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Plan;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a speaker is to do, before it is known which interfaces its node has.
 *
 * @param config its settings
 * @param plan what another source than the settings plans; null if they name the services
 * @param notGeneral names of interfaces that are not meant where a service names none
 */
record Intent(SpeakerConfig config, @Nullable Plan plan, List<Pattern> notGeneral) {
  /** Copies the list. */
  Intent {
    notGeneral = List.copyOf(notGeneral);
  }

  /** One whose services are in the settings. */
  static Intent of(SpeakerConfig config) {
    return new Intent(config, null, List.of());
  }

  /** Whether {@link #plan()} depends on which interface has the bind address. */
  boolean needsBindLink() {
    return plan == null && Wanted.needsBindLink(config);
  }

  /**
   * Whether it is of interest which interfaces there are. Also where each service names its own:
   * the others are to know beforehand that one of these would do for a service that names none.
   */
  boolean needsGeneralLinks() {
    return plan != null;
  }

  /** How many links the services name. */
  int named() {
    return plan == null ? 0 : plan.links().size();
  }

  /** Those of the interfaces that are meant where a service names none. */
  SortedSet<String> general(SortedSet<String> present) {
    SortedSet<String> general = new TreeSet<>();
    for (String name : present) {
      if (notGeneral.stream().noneMatch(pattern -> pattern.matcher(name).find())) {
        general.add(name);
      }
    }
    return general;
  }

  /**
   * What is wanted of this node.
   *
   * @param bindLink the interface that has the bind address
   * @param general the interfaces that are meant where a service names none
   */
  Wanted wanted(String bindLink, SortedSet<String> general) {
    Plan planned = plan == null ? Wanted.plan(config, bindLink) : plan;
    return Wanted.of(planned, config.node(), general);
  }
}
