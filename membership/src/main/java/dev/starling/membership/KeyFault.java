package dev.starling.membership;

/** Why a text, or a file of texts, is no key. */
public enum KeyFault {
  /** There is no key. */
  EMPTY("there is no key in it"),
  /** Fewer than {@link KeyText#CHARACTERS_MIN} characters. */
  TOO_SHORT("the key has fewer than " + KeyText.CHARACTERS_MIN + " characters"),
  /** More than {@link KeyText#CHARACTERS_MAX} characters. */
  TOO_LONG("the key has more than " + KeyText.CHARACTERS_MAX + " characters"),
  /** Characters that cannot be seen, or bytes that are no UTF-8. */
  NOT_PRINTABLE("the key has characters that cannot be printed"),
  /** A key printed in a standard or a manual. */
  WELL_KNOWN("the key is a published example"),
  /** Little more than words such as {@code changeme} or {@code password}. */
  PLACEHOLDER("the key is a placeholder"),
  /** A short piece over and over. */
  REPEATED("the key repeats a few characters"),
  /** Neighbours in the alphabet or on the number line. */
  SEQUENCE("the key counts up or down"),
  /** Few different characters for its length. */
  PREDICTABLE("the key uses too few different characters"),
  /** The same text twice. */
  DOUBLED("the key is already listed"),
  /** More than {@link Keyring#KEYS_MAX} keys. */
  TOO_MANY("more than " + Keyring.KEYS_MAX + " keys are listed");

  private final String text;

  KeyFault(String text) {
    this.text = text;
  }

  /** One sentence for the person who has to mend it, with the command that makes a good key. */
  public String message() {
    return this == DOUBLED || this == TOO_MANY
        ? text
        : text + "; make a good one with: starling keygen";
  }
}
