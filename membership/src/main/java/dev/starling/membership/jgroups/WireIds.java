package dev.starling.membership.jgroups;

import org.jgroups.conf.ClassConfigurator;

/**
 * The numbers of our protocols and headers in JGroups' messages. They are part of the wire format.
 * JGroups leaves protocols from 512 and headers from 1024 on to its users.
 */
final class WireIds {
  static final short TRANSPORT = 1701;
  static final short DISCOVERY = 1702;
  static final short HEALING = 1703;
  static final short DETECTOR = 1704;

  /** A second header of the healing protocol: messages carry one header for each number. */
  static final short HELLO = 1705;

  static final short SIGNAL_HEADER = 1711;
  static final short HELLO_HEADER = 1712;

  private WireIds() {}

  /** Tells JGroups the headers' classes; a second call does nothing. */
  static void register() {
    ClassConfigurator.addIfAbsent(SIGNAL_HEADER, SignalHeader.class);
    ClassConfigurator.addIfAbsent(HELLO_HEADER, HelloHeader.class);
  }
}
