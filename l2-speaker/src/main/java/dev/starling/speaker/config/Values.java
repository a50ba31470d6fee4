package dev.starling.speaker.config;

import dev.starling.speaker.config.YamlNode.Items;
import dev.starling.speaker.config.YamlNode.Scalar;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads single values and lists. What returns null, or no element, has noted a fault. */
final class Values {
  private static final int MAX_LINK_NAME = 15;

  private final Faults faults;

  Values(Faults faults) {
    this.faults = faults;
  }

  /** A name that other nodes and people see. */
  @Nullable String name(YamlNode node, String path, long maxBytes) {
    String text = text(node, path, "a name", maxBytes);
    if (text != null && text.codePoints().anyMatch(Values::breaksAName)) {
      faults.add(node, path, node.what() + " has white space or control characters", "use none");
      return null;
    }
    return text;
  }

  /** The name of a network interface, by the kernel's rule (dev_valid_name). */
  @Nullable String linkName(YamlNode node, String path) {
    String text = name(node, path, Integer.MAX_VALUE);
    if (text == null) {
      return null;
    }
    boolean tooLong = text.getBytes(StandardCharsets.UTF_8).length > MAX_LINK_NAME;
    if (tooLong || text.equals(".") || text.equals("..") || text.matches(".*[/:].*")) {
      String remedy = "1 to 15 bytes without / and :, as `ip link` prints it";
      faults.add(node, path, node.what() + " is no interface name", remedy);
      return null;
    }
    return text;
  }

  /** Any text without control characters. */
  @Nullable String text(YamlNode node, String path, String wanted, long maxBytes) {
    Scalar scalar = scalar(node, path, wanted);
    if (scalar == null) {
      return null;
    }
    String text = scalar.text();
    if (text.isEmpty()) {
      faults.add(node, path, "is empty", "give " + wanted);
    } else if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)
        || text.codePoints().anyMatch(Character::isISOControl)) {
      faults.add(node, path, node.what() + " has control characters", "use none");
    } else if (text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      faults.add(node, path, node.what() + " is too long", "at most " + maxBytes + " bytes");
    } else {
      return text;
    }
    return null;
  }

  @Nullable Integer integer(YamlNode node, String path, Setting setting) {
    String wanted = "a number from " + setting.limits();
    Scalar scalar = scalar(node, path, wanted);
    if (scalar == null) {
      return null;
    }
    // Decimal digits only: 0x1f and 010 mean one thing to one YAML parser and another to the next.
    if (!scalar.plain() || !scalar.text().matches("-?(0|[1-9][0-9]*)")) {
      faults.add(node, path, node.what() + " is no whole number", "give " + wanted);
      return null;
    }
    if (scalar.text().length() > 10
        || Long.parseLong(scalar.text()) < setting.min()
        || Long.parseLong(scalar.text()) > setting.max()) {
      faults.add(node, path, scalar.text() + " is out of range", "give " + wanted);
      return null;
    }
    return Integer.valueOf(scalar.text());
  }

  @Nullable Duration duration(YamlNode node, String path, Setting setting) {
    String wanted =
        setting.limits() + ", such as " + Objects.requireNonNullElse(setting.defaultText(), "24h");
    Scalar scalar = scalar(node, path, wanted);
    if (scalar == null) {
      return null;
    }
    Duration duration = Durations.parse(scalar.text());
    if (duration == null) {
      boolean bare = scalar.text().matches("[0-9]+");
      String problem = bare ? " has no unit" : " is no duration";
      faults.add(node, path, node.what() + problem, "give " + wanted + " (units: ms, s, m, h)");
      return null;
    }
    if (duration.toMillis() < setting.min() || duration.toMillis() > setting.max()) {
      faults.add(node, path, scalar.text() + " is out of range", "give " + wanted);
      return null;
    }
    return duration;
  }

  @Nullable Boolean flag(YamlNode node, String path) {
    Scalar scalar = scalar(node, path, "true or false");
    if (scalar == null) {
      return null;
    }
    if (scalar.plain() && (scalar.text().equals("true") || scalar.text().equals("false"))) {
      return Boolean.valueOf(scalar.text());
    }
    faults.add(node, path, node.what() + " is no flag", "give true or false, without quotes");
    return null;
  }

  @Nullable String choice(YamlNode node, String path, List<String> words) {
    String wanted = String.join(" or ", words);
    Scalar scalar = scalar(node, path, wanted);
    if (scalar == null) {
      return null;
    }
    if (words.contains(scalar.text())) {
      return scalar.text();
    }
    faults.add(node, path, node.what() + " is unknown", "give " + wanted);
    return null;
  }

  @Nullable Scalar scalar(YamlNode node, String path, String wanted) {
    if (node instanceof Scalar scalar && !scalar.isNothing()) {
      return scalar;
    }
    faults.add(node, path, "is " + node.what(), "give " + wanted);
    return null;
  }

  /** The elements of a list whose length is within the limits; none after a fault. */
  List<YamlNode> items(YamlNode node, String path, Setting setting) {
    if (!(node instanceof Items list)) {
      faults.add(node, path, "is " + node.what(), "give a " + setting.kind().words());
      return List.of();
    }
    int size = list.items().size();
    if (size < setting.min()) {
      faults.add(node, path, "is an empty list", emptyRemedy(setting));
      return List.of();
    }
    if (size > setting.max()) {
      faults.add(node, path, size + " elements", "at most " + setting.max());
      return List.of();
    }
    return list.items();
  }

  private static String emptyRemedy(Setting setting) {
    return setting.required()
        ? "give at least one element"
        : "give at least one element, or leave the key out for " + setting.fallback();
  }

  /** A name is compared with what another file says: what nobody sees must not part the two. */
  private static boolean breaksAName(int c) {
    return Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.isISOControl(c)
        || Character.getType(c) == Character.FORMAT;
  }
}
