package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.Locale;

/** Something about the writes that a person may want to read: told once, not for each attempt. */
public sealed interface WriteNote {
  /** Writes fail, and are tried again until they do not. */
  record WritesFailing(String why) implements WriteNote {}

  /** Writes work again, after {@code failedMillis}. */
  record WritesWorking(long failedMillis) implements WriteNote {}

  /**
   * Writes of a kind have been forbidden for a while.
   *
   * @param rule what the role lacks
   */
  record WritesForbidden(WriteKind kind, String rule) implements WriteNote {}

  /** The server does not know that kind of object; for statuses: MetalLB's CRD is not installed. */
  record KindNotServed(WriteKind kind, String why) implements WriteNote {}

  /** What was forbidden or unknown is possible now. */
  record WritesAllowed(WriteKind kind) implements WriteNote {}

  /** The server does not take this one write; it is not tried again soon. */
  record WriteRefused(WriteKind kind, String key, String why) implements WriteNote {}

  /** The status objects of a node that has been gone for a while are removed. */
  record OrphansSwept(String node, int objects, long absentMillis) implements WriteNote {}

  /** A status object of ours was changed or removed by somebody else, once more. */
  record StatusDisturbed(ObjectName service, int times) implements WriteNote {}

  /** This speaker has put a new key into the Secret. */
  record KeyRotated(String resourceVersion) implements WriteNote {}

  /** Another was faster with the Secret. */
  record KeyRotationOvertaken() implements WriteNote {}

  /** A fault of the program: nothing is written any more until it is started again. */
  record WriterEnded(String why) implements WriteNote {}

  /** The word for machines, as {@code writes-failing}. */
  default String event() {
    return getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /** Whether a person ought to look. */
  default boolean isWarning() {
    return switch (this) {
      case WritesFailing _,
          WritesForbidden _,
          KindNotServed _,
          WriteRefused _,
          StatusDisturbed _,
          WriterEnded _ ->
          true;
      case WritesWorking _, WritesAllowed _, OrphansSwept _, KeyRotated _, KeyRotationOvertaken _ ->
          false;
    };
  }

  /** One line for people. */
  default String text() {
    return switch (this) {
      case WritesFailing(String why) ->
          "writes to the Kubernetes API fail (" + why + "); only their last state is kept";
      case WritesWorking(long failedMillis) ->
          "writes to the Kubernetes API work again after " + failedMillis + " ms";
      case WritesForbidden(WriteKind kind, String rule) ->
          "no " + kind.text() + " is written: the role lacks " + rule;
      case KindNotServed(WriteKind kind, String why) ->
          "no " + kind.text() + " is written: the API server does not know the kind (" + why + ")";
      case WritesAllowed(WriteKind kind) -> kind.text() + " is written from now on";
      case WriteRefused(WriteKind kind, String key, String why) ->
          "the API server refuses a " + kind.text() + " (" + key + "): " + why;
      case OrphansSwept(String node, int objects, long absentMillis) ->
          "removed "
              + objects
              + " status objects of "
              + node
              + ", gone for "
              + absentMillis
              + " ms";
      case StatusDisturbed(ObjectName service, int times) ->
          "the status object of "
              + service
              + " was changed by another program "
              + times
              + " times; it is mended less and less often";
      case KeyRotated(String resourceVersion) ->
          "a new key is in the Secret, version " + resourceVersion;
      case KeyRotationOvertaken() -> "the Secret has changed just before a new key was written";
      case WriterEnded(String why) ->
          "nothing is written to the Kubernetes API any more, by a fault of the program: " + why;
    };
  }
}
