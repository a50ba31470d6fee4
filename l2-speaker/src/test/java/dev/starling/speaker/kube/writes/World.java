package dev.starling.speaker.kube.writes;

import dev.starling.speaker.kube.model.ObjectName;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Short words for what the tests say often. */
final class World {
  static final SortedSet<String> NONE = new TreeSet<>();

  private World() {}

  static long nanos(long millis) {
    return millis * 1_000_000;
  }

  static SortedSet<String> names(String... names) {
    return new TreeSet<>(Arrays.asList(names));
  }

  static ObjectName service(String name) {
    return new ObjectName("default", name);
  }

  static OwnedService owned(String node) {
    return owned(new Owner.Node(node, "", ""));
  }

  static OwnedService unowned(String why) {
    return owned(new Owner.Nobody(why, false));
  }

  static OwnedService owned(Owner owner) {
    return new OwnedService("uid", List.of("192.0.2.1"), names("eth0"), owner);
  }

  /** Services by name, alternating with who owns each. */
  static Ownership ownership(Object... pairs) {
    SortedMap<ObjectName, OwnedService> services = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      services.put(service((String) pairs[i]), (OwnedService) pairs[i + 1]);
    }
    return new Ownership(services);
  }

  static Members members(boolean leader, String... nodes) {
    return new Members(names(nodes), leader);
  }

  /** A status as a speaker of {@code node} has written it. */
  static SeenStatus seen(String service, String node, String uid, long version) {
    return new StatusContent(service(service), node, names("eth0"), null)
        .asSeen(uid, Long.toString(version));
  }
}
