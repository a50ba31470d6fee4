package dev.starling.chaos.measure;

import java.util.Locale;

/** What the lab does to the node that owns the service IPs. */
public enum Fault {
  /** SIGKILL: the process is gone, its host goes on. */
  KILL("the owner's speaker is killed (kill -9); its host goes on forwarding"),
  /** SIGSTOP: the process exists and does nothing. */
  FREEZE("the owner's speaker is frozen (SIGSTOP); its host goes on forwarding"),
  /** The switch port goes down. */
  CUT("the owner's cable is pulled"),
  /** Frames from the owner are lost, frames to it are not. */
  ONEWAY("nothing that the owner sends arrives; it hears everything"),
  /** {@code drain: true} in the owner's file. */
  DRAIN("the owner is told to drain: a planned move"),
  /** The owner and a minority on one side, the others and the client on the other. */
  SPLIT("the switch splits: owner and a minority here, the others and the client there"),
  /** SIGTERM, and a new start. */
  RESTART("the owner's speaker is restarted (SIGTERM, then a new one): a planned move"),
  /** Nothing at all. */
  NONE("nothing happens: the control");

  private final String story;

  Fault(String story) {
    this.story = story;
  }

  /** What happens, for a person. */
  public String story() {
    return story;
  }

  /** The word for the command line and the report. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
