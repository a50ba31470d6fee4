package dev.starling.chaos.soak;

import java.util.Locale;

/** What a soak does to nodes and to the network between them. */
public enum Trouble {
  /** SIGKILL, and after a while a new start. */
  KILL(Reach.NODE, true, 0),
  /** SIGKILL with the cable cut at the same moment. */
  POWER_OFF(Reach.NODE, true, 0),
  /** SIGTERM, and at its end a new start. */
  RESTART(Reach.NODE, true, 50),
  /** SIGSTOP for 0.3 to 5 s. */
  FREEZE(Reach.NODE, false, 0),
  /** The switch port goes down. */
  CUT(Reach.NODE, false, 0),
  /** The card inside of the node goes down; its IPv6 addresses are gone with it. */
  LINK_DOWN(Reach.NODE, false, 0),
  /** Nothing that the node sends arrives. */
  MUTE(Reach.NODE, false, 0),
  /** The node hears nothing. */
  DEAF(Reach.NODE, false, 0),
  /** {@code drain: true} for a while. */
  DRAIN(Reach.NODE, false, 50),
  /** A hundred times SIGHUP, 10 ms apart. */
  RELOADS(Reach.NODE, false, 0),
  /** The path between two nodes is broken, all others are well. */
  PART(Reach.PAIR, false, 0),
  /** Some nodes reach one another and nobody else. */
  SPLIT(Reach.SIDE, false, 150),
  /** A fifth of all frames from all nodes is lost. */
  LOSS(Reach.ALL, false, 100),
  /** Each frame to a node's own address arrives twice. */
  DUPLICATES(Reach.ALL, false, 0),
  /** Every node gets a new key beside the old one, each at another time. */
  KEYS(Reach.ALL, false, 0);

  /** How many nodes one trouble is for. */
  enum Reach {
    NODE,
    PAIR,
    SIDE,
    ALL
  }

  private final Reach reach;
  private final boolean endsProcess;
  private final int togetherMillis;

  Trouble(Reach reach, boolean endsProcess, int togetherMillis) {
    this.reach = reach;
    this.endsProcess = endsProcess;
    this.togetherMillis = togetherMillis;
  }

  /** How many nodes it is for. */
  Reach reach() {
    return reach;
  }

  /** Whether the speaker's process ends by it. */
  public boolean endsProcess() {
    return endsProcess;
  }

  /**
   * How long two nodes may answer the same questions on account of it: in a planned move the old
   * owner lets go last, and when a split heals the sides have to hear one another first.
   */
  public int togetherMillis() {
    return togetherMillis;
  }

  /** The word for people and for the report. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
