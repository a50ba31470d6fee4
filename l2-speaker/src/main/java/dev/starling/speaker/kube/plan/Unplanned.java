package dev.starling.speaker.kube.plan;

/**
 * Something that Kubernetes has, and that is not announced as it asks.
 *
 * @param what the object
 * @param reason in one word, for logs, metrics and events
 * @param detail the part of it that is meant; may be empty
 * @param fault whether the object is as it should be, and somebody has to mend something
 */
public record Unplanned(String what, String reason, String detail, boolean fault)
    implements Comparable<Unplanned> {
  /** One by what the object itself says. */
  public Unplanned(String what, String reason, String detail) {
    this(what, reason, detail, false);
  }

  @Override
  public int compareTo(Unplanned other) {
    int byWhat = what.compareTo(other.what);
    if (byWhat != 0) {
      return byWhat;
    }
    int byReason = reason.compareTo(other.reason);
    if (byReason != 0) {
      return byReason;
    }
    int byDetail = detail.compareTo(other.detail);
    return byDetail != 0 ? byDetail : Boolean.compare(fault, other.fault);
  }

  /** As a line for people. */
  @Override
  public String toString() {
    return what + ": " + reason + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
