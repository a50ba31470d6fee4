package dev.starling.speaker.kube.writes;

/** One thing to do at the API server; to do it twice is as good as once. */
public sealed interface Write {
  /** What it is about: a newer write about the same takes the place of an older one. */
  String key();

  /** Its kind. */
  WriteKind kind();

  /** Make the status object say this. */
  record ApplyStatus(StatusContent content) implements Write {
    @Override
    public String key() {
      return statusKey(content.name());
    }

    @Override
    public WriteKind kind() {
      return WriteKind.STATUS;
    }
  }

  /** Delete this one status object, and no later one by the same name. */
  record DeleteStatus(String name, String uid) implements Write {
    @Override
    public String key() {
      return statusKey(name);
    }

    @Override
    public WriteKind kind() {
      return WriteKind.STATUS;
    }
  }

  /**
   * Post an Event.
   *
   * @param key what it is about
   */
  record PostEvent(String key, ServiceEvent event) implements Write {
    @Override
    public WriteKind kind() {
      return WriteKind.EVENT;
    }
  }

  /** Put a new key into the Secret, unless it has changed since {@code resourceVersion}. */
  record RotateKey(String resourceVersion) implements Write {
    @Override
    public String key() {
      return "key";
    }

    @Override
    public WriteKind kind() {
      return WriteKind.KEY;
    }
  }

  /** The key of all writes about one status object. */
  static String statusKey(String name) {
    return "status/" + name;
  }
}
