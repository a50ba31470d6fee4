package dev.starling.speaker.config;

import dev.starling.arpndp.wire.MacAddress;
import dev.starling.election.ServiceIp;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares the readers of durations, IPs and MAC addresses with plain readings of their rules. */
final class LiteralsCheck {
  private LiteralsCheck() {}

  /** Each reader takes what its rule takes, as the same value, and writes it so that it is read. */
  static void check(String text) {
    duration(text);
    ip(text);
    mac(text);
  }

  private static void duration(String text) {
    Duration duration = Durations.parse(text);
    require(Objects.equals(duration, plainDuration(text)), text, "as a duration " + duration);
    if (duration != null) {
      String again = Durations.text(duration.toMillis());
      require(duration.equals(Durations.parse(again)), text, "written as " + again);
    }
  }

  private static @Nullable Duration plainDuration(String text) {
    for (int digits = 9; digits >= 1; digits--) {
      if (text.length() > digits && text.substring(0, digits).matches("[0-9]*")) {
        long count = Long.parseLong(text.substring(0, digits));
        return switch (text.substring(digits)) {
          case "ms" -> Duration.ofMillis(count);
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          case "h" -> Duration.ofHours(count);
          default -> null;
        };
      }
    }
    return null;
  }

  private static void ip(String text) {
    ServiceIp ip = ServiceIp.parse(text);
    String hex = text.indexOf(':') >= 0 ? plainIpv6(text) : plainIpv4(text);
    if (hex.length() == 32 && hex.startsWith("0".repeat(20) + "ffff")) {
      hex = hex.substring(24);
    }
    String read = ip == null ? "" : HexFormat.of().formatHex(ip.address().getAddress());
    require(read.equals(hex), text, "as an IP " + read + ", not " + hex);
    if (ip != null) {
      require(ip.equals(ServiceIp.parse(ip.text())), text, "written as " + ip.text());
      require(ip.text().length() <= 39, text, "written at length as " + ip.text());
      require(
          ip.text().equals(ip.text().toLowerCase(Locale.ROOT)), text, "written as " + ip.text());
    }
  }

  /** Four numbers from 0 to 255 without leading zeros, as hexadecimal digits; else nothing. */
  private static String plainIpv4(String text) {
    String[] parts = text.split("\\.", -1);
    StringBuilder hex = new StringBuilder();
    for (String part : parts) {
      if (!part.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(part) > 255) {
        return "";
      }
      hex.append(HexFormat.of().toHexDigits((byte) Integer.parseInt(part)));
    }
    return parts.length == 4 ? hex.toString() : "";
  }

  /** RFC 4291 section 2.2, as 32 hexadecimal digits; else nothing. */
  private static String plainIpv6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      String groups = groups(text, true);
      return groups.length() == 32 ? groups : "";
    }
    String head = text.substring(0, gap);
    String tail = text.substring(gap + 2);
    String before = head.isEmpty() ? "" : groups(head, false);
    String after = tail.isEmpty() ? "" : groups(tail, true);
    boolean bad = (before.isEmpty() && !head.isEmpty()) || (after.isEmpty() && !tail.isEmpty());
    int zeros = 32 - before.length() - after.length();
    return bad || zeros < 4 ? "" : before + "0".repeat(zeros) + after;
  }

  private static String groups(String text, boolean atEnd) {
    String[] parts = text.split(":", -1);
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].matches("[0-9a-fA-F]{1,4}")) {
        hex.append("0".repeat(4 - parts[i].length())).append(parts[i].toLowerCase(Locale.ROOT));
      } else if (atEnd && i == parts.length - 1 && !plainIpv4(parts[i]).isEmpty()) {
        hex.append(plainIpv4(parts[i]));
      } else {
        return "";
      }
    }
    return hex.toString();
  }

  private static void mac(String text) {
    String read = MacAddress.parse(text).map(MacAddress::toString).orElse("");
    boolean good = text.matches("([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}");
    String wanted = good ? text.toLowerCase(Locale.ROOT) : "";
    require(read.equals(wanted), text, "as a MAC address " + read);
  }

  private static void require(boolean holds, String text, String otherwise) {
    if (!holds) {
      throw new AssertionError(Faults.shown(text) + " is read " + otherwise);
    }
  }
}
