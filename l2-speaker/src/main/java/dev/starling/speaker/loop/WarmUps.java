package dev.starling.speaker.loop;

import dev.starling.arpndp.pcap.PcapLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads, beside one another, what the start would otherwise load in a row. */
final class WarmUps {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUps.class);

  private WarmUps() {}

  /** Begins at once, each on a thread of its own. */
  static void begin() {
    start("warm-pcap", PcapLink::warmUp);
    start("warm-group", WarmUps::group);
  }

  private static void group() {
    // By name: the group's classes are loaded here, but only membership may use them.
    load("org.jgroups.conf.ClassConfigurator");
    load("org.jgroups.JChannel");
    load("dev.starling.membership.jgroups.JGroupsMembership");
  }

  private static void load(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException e) {
      LOG.debug("not found ahead of time", e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread.ofPlatform().daemon().name(name).start(work);
  }
}
