package dev.starling.speaker.kube.model;

import java.util.Comparator;

/** The name of an object that has a namespace. Sorts by namespace, then by name. */
public record ObjectName(String namespace, String name) implements Comparable<ObjectName> {
  private static final Comparator<ObjectName> ORDER =
      Comparator.comparing(ObjectName::namespace).thenComparing(ObjectName::name);

  @Override
  public int compareTo(ObjectName other) {
    return ORDER.compare(this, other);
  }

  /** {@code namespace/name}. */
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
