package dev.starling.membership;

/** The epoch: which view this is, by the member that made it and its count of views. */
public record ViewId(MemberId creator, long sequence) implements Comparable<ViewId> {
  @Override
  public int compareTo(ViewId other) {
    int bySequence = Long.compare(sequence, other.sequence);
    return bySequence != 0 ? bySequence : creator.compareTo(other.creator);
  }

  @Override
  public String toString() {
    return sequence + "@" + creator;
  }
}
