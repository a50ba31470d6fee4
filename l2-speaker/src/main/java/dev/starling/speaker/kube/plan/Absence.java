package dev.starling.speaker.kube.plan;

/**
 * Why this node is none of the speakers by what the cluster says, so that it must claim nothing:
 * the others do not count it, and it would be alone.
 */
public enum Absence {
  /** No Pod of a speaker is bound to it: the selector, the namespace, the labels or the Pod. */
  NO_POD("noOwnPod"),
  /** Its name sorts behind the speakers that a group may have. */
  TOO_MANY_SPEAKERS("tooManySpeakers");

  private final String word;

  Absence(String word) {
    this.word = word;
  }

  /** The reason for logs and metrics. */
  public String word() {
    return word;
  }
}
