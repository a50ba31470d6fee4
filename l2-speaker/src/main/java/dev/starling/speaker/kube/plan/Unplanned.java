package dev.starling.speaker.kube.plan;

/**
 * Something that Kubernetes has, and that is not announced as it asks.
 *
 * @param what the object
 * @param reason in one word, for logs, metrics and events
 * @param detail the part of it that is meant; may be empty
 */
public record Unplanned(String what, String reason, String detail)
    implements Comparable<Unplanned> {
  @Override
  public int compareTo(Unplanned other) {
    int byWhat = what.compareTo(other.what);
    if (byWhat != 0) {
      return byWhat;
    }
    int byReason = reason.compareTo(other.reason);
    return byReason != 0 ? byReason : detail.compareTo(other.detail);
  }

  /** As a line for people. */
  @Override
  public String toString() {
    return what + ": " + reason + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
