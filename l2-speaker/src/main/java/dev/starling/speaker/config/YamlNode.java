package dev.starling.speaker.config;

import java.util.List;
import java.util.Locale;

/** A part of a YAML file, and where it stands: line and column count from 1. */
sealed interface YamlNode {
  int line();

  int column();

  /** How many nodes it has, itself included, with each alias counted as often as it is used. */
  long weight();

  /** What a person would call it. */
  String what();

  /**
   * One value.
   *
   * @param plain whether it stands without quotes, so that it may be a number, a flag or nothing
   */
  record Scalar(int line, int column, String text, boolean plain) implements YamlNode {
    @Override
    public long weight() {
      return 1;
    }

    @Override
    public String what() {
      return isNothing() ? "nothing" : Faults.shown(text);
    }

    /** Whether it is YAML's null. */
    boolean isNothing() {
      return plain
          && (text.isEmpty() || text.equals("~") || text.toLowerCase(Locale.ROOT).equals("null"));
    }
  }

  /** A list. */
  record Items(int line, int column, List<YamlNode> items, long weight) implements YamlNode {
    @Override
    public String what() {
      return "a list";
    }
  }

  /** Keys with values, in the order of the file, repeated keys included. */
  record Entries(int line, int column, List<Entry> entries, long weight) implements YamlNode {
    @Override
    public String what() {
      return "a section with keys";
    }
  }

  /** A key and its value. */
  record Entry(Scalar key, YamlNode value) {}
}
