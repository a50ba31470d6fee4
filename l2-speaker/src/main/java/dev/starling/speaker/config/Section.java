package dev.starling.speaker.config;

import dev.starling.speaker.config.YamlNode.Entries;
import dev.starling.speaker.config.YamlNode.Entry;
import dev.starling.speaker.config.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys of one section of the file, with those that are unknown or repeated told as faults. */
final class Section {
  private final YamlNode node;
  private final String path;
  private final Faults faults;
  private final Map<String, YamlNode> values = new TreeMap<>();

  /**
   * Reads the keys.
   *
   * @param prefix what the table's keys of this section start with, such as {@code peers[].}
   * @param path where it stands, such as {@code peers[2].}; both are empty for the whole file
   */
  Section(YamlNode node, String prefix, String path, Faults faults) {
    this.node = node;
    this.path = path;
    this.faults = faults;
    if (!(node instanceof Entries entries)) {
      String name = path.isEmpty() ? "" : path.substring(0, path.length() - 1);
      String keys = String.join(", ", known(prefix));
      faults.add(node, name, "is " + node.what(), "give a section with the keys " + keys);
      return;
    }
    List<String> known = known(prefix);
    for (Entry entry : entries.entries()) {
      String key = entry.key().text();
      if (!known.contains(key)) {
        unknown(entry.key(), known);
      } else if (values.putIfAbsent(key, entry.value()) != null) {
        YamlNode first = values.get(key);
        String where = first == null ? "" : " (line " + first.line() + ")";
        faults.add(entry.key(), path + key, "is given twice", "keep one of them" + where);
      }
    }
  }

  /** The node of the section. */
  YamlNode node() {
    return node;
  }

  /** Whether it has keys at all; if not, that has been told. */
  boolean readable() {
    return node instanceof Entries;
  }

  /** Where the value of a setting stands. */
  String pathOf(Setting setting) {
    return path + setting.name();
  }

  /** The value of a setting, or null; a missing one that is required is told. */
  @Nullable YamlNode value(Setting setting) {
    YamlNode value = values.get(setting.name());
    if (value == null && setting.required() && readable()) {
      String form = setting.kind().words();
      String remedy = "give it (" + form + "): " + firstSentence(setting.doc());
      faults.add(node, pathOf(setting), "is missing", remedy);
    }
    return value;
  }

  /** The value of a key that is a section of its own, or null. */
  @Nullable YamlNode section(String key) {
    return values.get(key);
  }

  private void unknown(Scalar key, List<String> known) {
    String shown = Faults.shown(key.text());
    String meant = Nearest.to(key.text(), known);
    String remedy;
    if (meant != null) {
      remedy = "did you mean " + path + meant + "?";
    } else {
      String elsewhere =
          Settings.ALL.stream()
              .filter(setting -> setting.name().equals(key.text()))
              .map(Setting::key)
              .findFirst()
              .orElse(null);
      remedy =
          elsewhere != null
              ? "did you mean " + elsewhere + "?"
              : "known here: " + String.join(", ", known);
    }
    faults.add(
        key,
        path.isEmpty() ? "" : path.substring(0, path.length() - 1),
        "unknown key " + shown,
        remedy);
  }

  private static List<String> known(String prefix) {
    List<String> names = new ArrayList<>();
    for (Setting setting : Settings.ALL) {
      if (!setting.key().startsWith(prefix)) {
        continue;
      }
      String rest = setting.key().substring(prefix.length());
      int end = rest.indexOf('.');
      String name = end < 0 ? rest : rest.substring(0, end);
      if (!name.endsWith("[]") && !names.contains(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private static String firstSentence(String doc) {
    int end = doc.indexOf(". ");
    String sentence = end < 0 ? doc : doc.substring(0, end);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
