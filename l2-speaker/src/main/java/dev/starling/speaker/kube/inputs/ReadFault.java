package dev.starling.speaker.kube.inputs;

/** Why an object is left out that would be kept otherwise. */
public enum ReadFault {
  /** It has more than {@value ApiObject#LABELS_MAX} labels. */
  TOO_MANY_LABELS("has more than " + ApiObject.LABELS_MAX + " labels"),
  /** It cannot be read, by a mistake of ours. */
  UNREADABLE("cannot be read"),
  /** Others have taken all the room that there is for objects of its kind. */
  NO_ROOM("finds no room");

  private final String text;

  ReadFault(String text) {
    this.text = text;
  }

  /** What is said of the object. */
  public String text() {
    return text;
  }
}
