package dev.starling.speaker.config;

import org.jspecify.annotations.Nullable;

/**
 * One setting of the file.
 *
 * @param key its path: a dot goes into a section, {@code []} into each element of a list
 * @param kind what its value looks like
 * @param defaultText the value if the file has none, as the file would spell it; null where {@code
 *     fallback} says more
 * @param fallback what holds if the file has none, in words; "required" if it must have one
 * @param min the least number, milliseconds, length in bytes or count
 * @param max the greatest of the same
 * @param live whether a changed file is applied without a restart
 * @param doc what it does, and what a larger value costs
 */
public record Setting(
    String key,
    Kind kind,
    @Nullable String defaultText,
    String fallback,
    long min,
    long max,
    boolean live,
    String doc) {

  /** The forms of a value. */
  public enum Kind {
    /** Text without white space, that other speakers and people see. */
    NAME("name"),
    /** Text. */
    TEXT("text"),
    /** An IPv4 or IPv6 address. */
    ADDRESS("address"),
    /** A whole number. */
    INTEGER("number"),
    /** A whole number and one of the units ms, s, m, h. */
    DURATION("duration"),
    /** {@code true} or {@code false}. */
    FLAG("true or false"),
    /** One of a few words. */
    CHOICE("available or unique"),
    /** A list of names. */
    NAMES("list of names"),
    /** A list of addresses. */
    ADDRESSES("list of addresses"),
    /** A list of sections. */
    SECTIONS("list of sections");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** The form, in words. */
    public String words() {
      return words;
    }
  }

  /** Whether the file must have it. */
  public boolean required() {
    return fallback.equals("required");
  }

  /** The last part of {@link #key}: what the file calls it. */
  public String name() {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  /** The limits, in words; empty if the kind says it all. */
  public String limits() {
    return switch (kind) {
      case INTEGER -> min + " to " + max;
      case DURATION -> Durations.text(min) + " to " + Durations.text(max);
      case NAME, TEXT -> "at most " + max + " bytes";
      case NAMES, ADDRESSES, SECTIONS -> min + " to " + max + " elements";
      case ADDRESS, FLAG, CHOICE -> "";
    };
  }
}
