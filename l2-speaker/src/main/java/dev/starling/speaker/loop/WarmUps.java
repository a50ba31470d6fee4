package dev.starling.speaker.loop;

import dev.starling.arpndp.pcap.PcapLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads, beside the start, what the start needs next, in that order; and once the group is joined,
 * what the first failover will need.
 */
final class WarmUps {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUps.class);

  private WarmUps() {}

  /** Begins at once, on one thread: a second core is all that a start can count on. */
  static void begin() {
    start(WarmUps::load);
  }

  /** Begins to rehearse, on one thread. */
  static void rehearse() {
    start(
        () -> {
          try {
            var _ = Rehearsal.play();
            collect();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /**
   * Gives memory back that was needed once: stretching a key takes 8 MB that a quiet speaker would
   * hold for days. Stops all threads for some 20 ms.
   */
  static void collect() {
    System.gc();
  }

  private static void load() {
    // By name, since each belongs to a module that keeps it to itself. The first is in a signed
    // archive, whose check takes as long as all the rest.
    load("org.bouncycastle.crypto.generators.Argon2BytesGenerator");
    load("org.bouncycastle.crypto.digests.Blake2bDigest");
    load("org.jgroups.conf.ClassConfigurator");
    load("dev.starling.membership.jgroups.JGroupsMembership");
    PcapLink.warmUp();
  }

  private static void load(String name) {
    try {
      Class.forName(name);
    } catch (ClassNotFoundException | LinkageError e) {
      LOG.debug("not loaded ahead of time", e);
    }
  }

  private static void start(Runnable work) {
    Thread.ofPlatform().daemon().name("warm-up").start(work);
  }
}
