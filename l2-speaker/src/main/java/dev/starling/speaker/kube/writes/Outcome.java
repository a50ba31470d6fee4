package dev.starling.speaker.kube.writes;

/** How a write went. */
public sealed interface Outcome {
  /**
   * The API server has it, from now on or already before.
   *
   * @param uid of the object
   * @param resourceVersion of its state after the write
   */
  record Written(String uid, String resourceVersion) implements Outcome {}

  /** The object to delete is not there, or not any more. */
  record Deleted() implements Outcome {}

  /** No answer, or that of a server in trouble: all writes wait. */
  record Unreachable(String why) implements Outcome {}

  /**
   * The server asks for patience: all writes wait.
   *
   * @param retryAfterMillis how long it wants them to, or 0
   */
  record Throttled(long retryAfterMillis, String why) implements Outcome {}

  /**
   * The speaker may not do that: writes of its kind wait for long.
   *
   * @param rule what the role lacks
   */
  record Forbidden(String rule) implements Outcome {}

  /** The server does not know that kind of object: writes of its kind wait. */
  record NotServed(String why) implements Outcome {}

  /** The object is not what it was. */
  record Conflicted(String why) implements Outcome {}

  /** The server will not have it, and would not the next time. */
  record Refused(String why) implements Outcome {}

  /** The word in metrics. */
  default String text() {
    return switch (this) {
      case Written _ -> "written";
      case Deleted _ -> "deleted";
      case Unreachable _ -> "unreachable";
      case Throttled _ -> "throttled";
      case Forbidden _ -> "forbidden";
      case NotServed _ -> "not-served";
      case Conflicted _ -> "conflict";
      case Refused _ -> "refused";
    };
  }
}
