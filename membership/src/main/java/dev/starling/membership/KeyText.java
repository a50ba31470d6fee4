package dev.starling.membership;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A key as people write it down: free text that is not obviously weak.
 *
 * @param text without surrounding blanks
 */
public record KeyText(String text) {
  /** Fewer characters are refused whatever they are. */
  public static final int CHARACTERS_MIN = 16;

  /** More characters than any good key needs. */
  public static final int CHARACTERS_MAX = 1024;

  /** U+FFFD, what decoding puts where it finds no character. */
  private static final int REPLACEMENT = 0xfffd;

  private static final double BITS_MIN = 60;
  private static final int REPEATED_PIECE_MAX = 8;
  private static final int REST_OF_PLACEHOLDER_MAX = 11;

  /** Longest first, so that no word hides in a longer one. */
  private static final List<String> PLACEHOLDERS =
      List.of(
          "placeholder",
          "memberlist",
          "changethis",
          "passphrase",
          "sharedkey",
          "secretkey",
          "replaceme",
          "changeme",
          "password",
          "starling",
          "insecure",
          "metallb",
          "default",
          "example",
          "insert",
          "secret",
          "sample",
          "qwerty",
          "dummy",
          "here",
          "test",
          "your",
          "todo",
          "key",
          "my");

  /** Keys of FIPS 197, SP 800-38A and RFC 4231, and what counting in hexadecimal gives. */
  private static final List<String> PUBLISHED =
      List.of(
          "000102030405060708090a0b0c0d0e0f",
          "2b7e151628aed2a6abf7158809cf4f3c",
          "8e73b0f7da0e6452c810f32b809079e5",
          "603deb1015ca71be2b73aef0857d7781",
          "0123456789abcdef",
          "00112233445566778899aabbccddeeff",
          "deadbeefdeadbeef",
          "aaecaweebqyhcakkcwwdq4");

  /** Refuses a weak text: ask {@link #faultOf} first. */
  public KeyText {
    Optional<KeyFault> fault = faultOf(text);
    if (fault.isPresent()) {
      throw new IllegalArgumentException(fault.get().message());
    }
  }

  /** A new key: 32 random bytes in Base64url (RFC 4648, section 5), 43 characters. */
  public static KeyText generate(RandomGenerator random) {
    byte[] secret = new byte[MasterKey.LENGTH_BYTES];
    random.nextBytes(secret);
    return new KeyText(Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** Why {@code text} is too weak to be a key, or nothing. */
  public static Optional<KeyFault> faultOf(String text) {
    if (text.isEmpty()) {
      return Optional.of(KeyFault.EMPTY);
    }
    if (text.length() < CHARACTERS_MIN) {
      return Optional.of(KeyFault.TOO_SHORT);
    }
    if (text.length() > CHARACTERS_MAX) {
      return Optional.of(KeyFault.TOO_LONG);
    }
    if (text.codePoints().anyMatch(KeyText::isUnseen) || !text.equals(text.strip())) {
      return Optional.of(KeyFault.NOT_PRINTABLE);
    }
    return contentFault(text);
  }

  /**
   * What nobody sees, so that two keys could look the same and yet differ: a byte order mark, say;
   * and what stands for bytes that are no UTF-8, so that two keys could differ and yet be the same.
   */
  private static boolean isUnseen(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
      default -> c == REPLACEMENT;
    };
  }

  private static Optional<KeyFault> contentFault(String text) {
    String letters = text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
    if (PUBLISHED.stream().anyMatch(letters::startsWith)) {
      return Optional.of(KeyFault.WELL_KNOWN);
    }
    if (isPlaceholder(letters)) {
      return Optional.of(KeyFault.PLACEHOLDER);
    }
    if (isRepeated(text)) {
      return Optional.of(KeyFault.REPEATED);
    }
    if (isSequence(text)) {
      return Optional.of(KeyFault.SEQUENCE);
    }
    return estimatedBits(text) < BITS_MIN ? Optional.of(KeyFault.PREDICTABLE) : Optional.empty();
  }

  private static boolean isPlaceholder(String letters) {
    String rest = letters;
    for (String word : PLACEHOLDERS) {
      rest = rest.replace(word, "");
    }
    return rest.length() < letters.length() && rest.length() <= REST_OF_PLACEHOLDER_MAX;
  }

  private static boolean isRepeated(String text) {
    for (int period = 1; period <= REPEATED_PIECE_MAX; period++) {
      int same = 0;
      for (int i = period; i < text.length(); i++) {
        if (text.charAt(i) == text.charAt(i - period)) {
          same++;
        }
      }
      if (same * 10 >= (text.length() - period) * 9) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSequence(String text) {
    int steps = 0;
    for (int i = 1; i < text.length(); i++) {
      if (Math.abs(text.charAt(i) - text.charAt(i - 1)) == 1) {
        steps++;
      }
    }
    return steps * 4 >= (text.length() - 1) * 3;
  }

  /** Shannon's entropy of the characters' frequencies: an upper bound of what a guesser needs. */
  private static double estimatedBits(String text) {
    double length = text.length();
    return text.chars()
        .distinct()
        .mapToDouble(
            character -> {
              double count = text.chars().filter(other -> other == character).count();
              return -count * Math.log(count / length) / Math.log(2);
            })
        .sum();
  }

  /** Hides the key: it may end in a log. */
  @Override
  public String toString() {
    return "KeyText[" + text.length() + " characters]";
  }
}
