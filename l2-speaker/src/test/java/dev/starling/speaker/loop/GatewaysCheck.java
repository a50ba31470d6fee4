package dev.starling.speaker.loop;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the readers of the kernel's routes with patterns of the lines that count. */
final class GatewaysCheck {
  private static final String WORD = "\\s+(\\S+)";

  /** A default route of /proc/net/route: interface, gateway, flags. */
  private static final Pattern IPV4 =
      Pattern.compile(
          "(\\S+)\\s+0{8}\\s+([0-9a-fA-F]{8})" + WORD + "(?:\\s+\\S+){3}\\s+0{8}(?:\\s.*)?",
          Pattern.DOTALL);

  /** A default route of /proc/net/ipv6_route: gateway, flags, interface. */
  private static final Pattern IPV6 =
      Pattern.compile(
          "0{32}\\s+00(?:\\s+\\S+){2}\\s+([0-9a-fA-F]{32})(?:\\s+\\S+){3}"
              + WORD
              + WORD
              + "(?:\\s.*)?",
          Pattern.DOTALL);

  private GatewaysCheck() {}

  /** Finds the gateways of the default routes, in order, each once, eight for an interface. */
  static void check(String text) {
    List<String> lines = text.lines().toList();
    SortedMap<String, List<InetAddress>> read = new TreeMap<>();
    Gateways.addIpv4(lines, read);
    SortedMap<String, List<String>> wanted = new TreeMap<>();
    for (String line : lines) {
      Matcher route = IPV4.matcher(line.strip());
      if (route.matches() && isGateway(route.group(3))) {
        String hostOrder = route.group(2);
        String address =
            hostOrder.substring(6)
                + hostOrder.substring(4, 6)
                + hostOrder.substring(2, 4)
                + hostOrder.substring(0, 2);
        add(wanted, route.group(1), address);
      }
    }
    compare(text, read, wanted);
    read.clear();
    wanted.clear();
    Gateways.addIpv6(lines, read);
    for (String line : lines) {
      Matcher route = IPV6.matcher(line.strip());
      if (route.matches() && isGateway(route.group(2))) {
        add(wanted, route.group(3), route.group(1));
      }
    }
    compare(text, read, wanted);
  }

  private static boolean isGateway(String flags) {
    String bits = flags.startsWith("+") ? flags.substring(1) : flags;
    if (!bits.matches("0*[0-9a-fA-F]{1,8}")) {
      return false;
    }
    String last = "00" + bits;
    int low = Integer.parseInt(last.substring(last.length() - 3), 16);
    return (low & 3) == 3 && (low & 0x200) == 0;
  }

  private static void add(SortedMap<String, List<String>> wanted, String link, String address) {
    List<String> known = wanted.computeIfAbsent(link, _ -> new ArrayList<>());
    String digits = address.toLowerCase(Locale.ROOT);
    if (!digits.matches("0*") && !known.contains(digits) && known.size() < 8) {
      known.add(digits);
    }
  }

  private static void compare(
      String text,
      SortedMap<String, List<InetAddress>> read,
      SortedMap<String, List<String>> wanted) {
    SortedMap<String, List<String>> digits = new TreeMap<>();
    read.forEach(
        (link, gateways) ->
            digits.put(
                link,
                gateways.stream().map(ip -> HexFormat.of().formatHex(ip.getAddress())).toList()));
    if (!digits.equals(wanted)) {
      throw new AssertionError(digits + ", not " + wanted + ", are read from " + text);
    }
  }
}
