package dev.starling.speaker.kube.model;

/**
 * The API's rules for labels: a key is a name, or a DNS subdomain and a name with a slash between;
 * a value is empty or a name. A name has 1 to 63 letters, digits, {@code -}, {@code _} and {@code
 * .}, and neither starts nor ends with the latter three. All of it is ASCII.
 */
final class LabelSyntax {
  private static final int NAME_LENGTH_MAX = 63;
  private static final int SUBDOMAIN_LENGTH_MAX = 253;

  private LabelSyntax() {}

  static boolean isKey(String key) {
    int slash = key.indexOf('/');
    return slash < 0
        ? isName(key)
        : isSubdomain(key.substring(0, slash)) && isName(key.substring(slash + 1));
  }

  static boolean isValue(String value) {
    return value.isEmpty() || isName(value);
  }

  private static boolean isName(String name) {
    int last = name.length() - 1;
    return last >= 0
        && last < NAME_LENGTH_MAX
        && isAlphanumeric(name.charAt(0))
        && isAlphanumeric(name.charAt(last))
        && name.chars().allMatch(c -> isAlphanumeric(c) || c == '-' || c == '_' || c == '.');
  }

  private static boolean isSubdomain(String domain) {
    boolean joins = true;
    for (int i = 0; i < domain.length(); i++) {
      char c = domain.charAt(i);
      boolean starts = isAlphanumeric(c) && !(c >= 'A' && c <= 'Z');
      if (!starts && (joins || (c != '-' && c != '.'))) {
        return false;
      }
      // A dot must follow a letter or digit, and be followed by one; a hyphen must not be at an
      // end.
      if (c == '.' && domain.charAt(i - 1) == '-') {
        return false;
      }
      joins = c == '.';
    }
    return !joins && !domain.endsWith("-") && domain.length() <= SUBDOMAIN_LENGTH_MAX;
  }

  private static boolean isAlphanumeric(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
}
