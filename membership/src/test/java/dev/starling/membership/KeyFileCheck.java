package dev.starling.membership;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What must hold of a key file, whatever its text. */
final class KeyFileCheck {
  private KeyFileCheck() {}

  /**
   * The keys are lines of the text, one to four, no two of them the same bytes, none of a few or of
   * unseen characters; written one a line they are read again; no fault shows what was read.
   */
  static void check(String text) {
    KeyFile file = KeyFile.parse(text);
    require(!file.keys().isEmpty() || !file.faults().isEmpty(), text, "neither nor");
    require(file.keys().size() <= 4, text, "more than four keys");
    List<String> lines = text.lines().toList();
    Set<String> seen = new TreeSet<>();
    for (KeyText key : file.keys()) {
      byte[] bytes = key.text().getBytes(UTF_8);
      require(seen.add(HexFormat.of().formatHex(bytes)), text, "twice the same bytes");
      require(text.contains(key.text()), text, "a key that is not there");
      require(key.text().length() >= 16 && key.text().length() <= 1024, text, "of bad length");
      require(new String(bytes, UTF_8).equals(key.text()), text, "no Unicode");
      require(key.text().chars().noneMatch(Character::isISOControl), text, "no line");
      require(key.text().strip().equals(key.text()), text, "with blanks around it");
      require(!key.toString().contains(key.text()), text, "shown");
    }
    for (KeyFile.Fault fault : file.faults()) {
      require(fault.line() >= 0 && fault.line() <= 1 + text.length(), text, "a line beyond");
      require(fault.message().length() < 200, text, "told at length");
      require(
          lines.stream().noneMatch(l -> l.strip().length() > 15 && fault.message().contains(l)),
          text,
          "told with its content");
    }
    if (file.faults().isEmpty()) {
      String again = file.keys().stream().map(KeyText::text).collect(Collectors.joining("\n"));
      require(KeyFile.parse(again).equals(file), text, "read otherwise when written again");
    }
  }

  private static void require(boolean holds, String text, String otherwise) {
    if (!holds) {
      throw new AssertionError(HexFormat.of().formatHex(text.getBytes(UTF_8)) + " is " + otherwise);
    }
  }
}
