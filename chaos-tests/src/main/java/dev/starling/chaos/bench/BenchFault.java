package dev.starling.chaos.bench;

import java.util.Locale;

/** What the bench does to the node that owns the service IP, in the order of a round. */
public enum BenchFault {
  /** SIGKILL to every process of the product; the host goes on. */
  KILL("kill -9 of all its processes"),
  /** The cable is dead, and then every process at once; the card's addresses go with them. */
  POWEROFF("power off"),
  /** The switch port goes down; both ends see it. */
  CUT("cable cut"),
  /** SIGSTOP to every process of the product; the host goes on. */
  FREEZE("frozen (SIGSTOP)"),
  /** Frames from the owner are lost, frames to it are not. */
  ONEWAY("nothing it sends arrives"),
  /** SIGTERM to the product's main process: a planned end. */
  SIGTERM("planned end (SIGTERM)"),
  /** The old owner, ended by SIGTERM, is started again and takes its service IP back. */
  RETURN("the old owner returns");

  private final String title;

  BenchFault(String title) {
    this.title = title;
  }

  /** What happens, in a few words for a person. */
  public String title() {
    return title;
  }

  /** The word for the command line and the report. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
