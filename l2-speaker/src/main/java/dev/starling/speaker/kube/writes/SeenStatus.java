package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A {@code ServiceL2Status} as the API server has it. A text that is missing there is empty here.
 *
 * @param name of the object
 * @param uid of the object
 * @param resourceVersion of this state of it
 * @param service by the labels
 * @param nodeLabel the label {@code metallb.io/node}
 * @param told its {@code status}
 * @param podUids of the objects that it goes with
 */
public record SeenStatus(
    String name,
    String uid,
    String resourceVersion,
    ObjectName service,
    String nodeLabel,
    Told told,
    SortedSet<String> podUids) {
  /**
   * The field {@code status}.
   *
   * @param interfaces empty for all
   */
  public record Told(ObjectName service, String node, SortedSet<String> interfaces) {
    /** Copies the set. */
    public Told {
      interfaces = Collections.unmodifiableSortedSet(new TreeSet<>(interfaces));
    }
  }

  /** Copies the set. */
  public SeenStatus {
    podUids = Collections.unmodifiableSortedSet(new TreeSet<>(podUids));
  }

  /** Whether a speaker of ours has written it: MetalLB's have names by chance. */
  boolean isOurs() {
    return name.equals(StatusNames.name(service, nodeLabel));
  }
}
