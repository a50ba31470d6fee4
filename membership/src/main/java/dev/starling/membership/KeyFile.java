package dev.starling.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a key file says: one key a line, the newest first, those that are still accepted after it.
 * Empty lines and lines that begin with {@code #} do not count.
 *
 * @param keys newest first; to be used only if there are no faults
 * @param faults all that is wrong with it
 */
public record KeyFile(List<KeyText> keys, List<Fault> faults) {
  /** A longer file is no key file. */
  public static final int CHARACTERS_MAX = 16_384;

  /** Copies the lists. */
  public KeyFile {
    keys = List.copyOf(keys);
    faults = List.copyOf(faults);
  }

  /**
   * One thing that is wrong.
   *
   * @param line from 1, or 0 for the file as a whole
   * @param reason what it is
   */
  public record Fault(int line, KeyFault reason) {
    /** For the person who has to mend it. */
    public String message() {
      return (line == 0 ? "key file: " : "key file, line " + line + ": ") + reason.message();
    }
  }

  /** Reads the text of a key file; any text gives keys or faults. */
  public static KeyFile parse(String text) {
    if (text.length() > CHARACTERS_MAX) {
      return new KeyFile(List.of(), List.of(new Fault(0, KeyFault.TOO_LONG)));
    }
    List<KeyText> keys = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      String candidate = line.strip();
      if (!candidate.isEmpty() && !candidate.startsWith("#")) {
        read(candidate, number, keys, faults);
      }
    }
    if (keys.isEmpty() && faults.isEmpty()) {
      faults.add(new Fault(0, KeyFault.EMPTY));
    }
    return new KeyFile(keys, faults);
  }

  /**
   * Reads the text of a Secret, which is one key however it is broken into lines: {@code openssl
   * rand -base64} breaks after 64 characters.
   */
  public static KeyFile single(String text) {
    return parse(joined(text));
  }

  private static String joined(String text) {
    return text.length() > CHARACTERS_MAX
        ? text
        : text.lines().map(String::strip).collect(Collectors.joining());
  }

  private static void read(String candidate, int line, List<KeyText> keys, List<Fault> faults) {
    Optional<KeyFault> weak = KeyText.faultOf(candidate);
    if (weak.isPresent()) {
      faults.add(new Fault(line, weak.get()));
    } else if (keys.contains(new KeyText(candidate))) {
      faults.add(new Fault(line, KeyFault.DOUBLED));
    } else if (keys.size() == Keyring.KEYS_MAX) {
      faults.add(new Fault(line, KeyFault.TOO_MANY));
    } else {
      keys.add(new KeyText(candidate));
    }
  }
}
