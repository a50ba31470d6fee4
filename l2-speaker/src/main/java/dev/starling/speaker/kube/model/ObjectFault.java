package dev.starling.speaker.kube.model;

import java.util.Comparator;

/**
 * Something in an object that could not be taken. It costs that part, never the rest of the
 * configuration; MetalLB keeps the last valid configuration as a whole instead.
 *
 * @param name the object's, without its namespace unless it is a Service; empty if all of the kind
 *     are meant
 * @param text the part of it that is meant, cut to {@value #TEXT_LENGTH_MAX} characters; may be
 *     empty
 */
public record ObjectFault(Kind kind, String name, FaultReason reason, String text)
    implements Comparable<ObjectFault> {
  /** The most characters of {@code name} and of {@code text}, each. */
  public static final int TEXT_LENGTH_MAX = 320;

  private static final Comparator<ObjectFault> ORDER =
      Comparator.comparing(ObjectFault::kind)
          .thenComparing(ObjectFault::name)
          .thenComparing(ObjectFault::reason)
          .thenComparing(ObjectFault::text);

  /** Cuts the texts. */
  public ObjectFault {
    name = cut(name);
    text = cut(text);
  }

  /** What kind of object it is. */
  public enum Kind {
    POOL,
    ADVERTISEMENT,
    NODE,
    POD,
    SERVICE
  }

  @Override
  public int compareTo(ObjectFault other) {
    return ORDER.compare(this, other);
  }

  private static String cut(String text) {
    return text.length() <= TEXT_LENGTH_MAX ? text : text.substring(0, TEXT_LENGTH_MAX);
  }
}
