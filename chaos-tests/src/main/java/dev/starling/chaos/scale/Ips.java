package dev.starling.chaos.scale;

import dev.starling.chaos.netns.Plan;
import java.util.List;
import java.util.stream.IntStream;

/** Many IPv4 service IPs in the lab's network, apart from the addresses of its machines. */
final class Ips {
  private static final int FIRST = 4 << 8;
  private static final int LAST = 0xfffe;

  private Ips() {}

  /** The first {@code count} of all. */
  static List<String> any(int count) {
    return limited(IntStream.rangeClosed(FIRST, LAST).mapToObj(Ips::text).toList(), count);
  }

  /** The first {@code count} that belong to the plan's first owner, and next to anybody. */
  static List<String> ofFirstOwner(Plan plan, int count) {
    List<String> own =
        IntStream.rangeClosed(FIRST, LAST)
            .mapToObj(Ips::text)
            .filter(ip -> Plan.order(plan.nodes(), ip).getFirst().equals(plan.firstOwner()))
            .limit(count)
            .toList();
    return limited(own, count);
  }

  /** The first {@code count} that belong to the plan's first owner, and next to its next one. */
  static List<String> ofBothOwners(Plan plan, int count) {
    List<String> both = List.of(plan.firstOwner(), plan.nextOwner());
    List<String> own =
        IntStream.rangeClosed(FIRST, LAST)
            .mapToObj(Ips::text)
            .filter(ip -> Plan.order(plan.nodes(), ip).subList(0, 2).equals(both))
            .limit(count)
            .toList();
    return limited(own, count);
  }

  private static List<String> limited(List<String> ips, int count) {
    if (ips.size() < count) {
      throw new IllegalArgumentException("there are only " + ips.size() + " such addresses");
    }
    return ips.subList(0, count);
  }

  private static String text(int number) {
    return "10.77." + (number >> 8) + "." + (number & 0xff);
  }
}
