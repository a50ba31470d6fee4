package dev.starling.chaos.measure;

import java.util.Locale;

/** The family of a service IP. */
public enum Family {
  /** Found by ARP. */
  IPV4("IPv4"),
  /** Found by neighbour discovery. */
  IPV6("IPv6");

  private final String title;

  Family(String title) {
    this.title = title;
  }

  /** The name for a person. */
  public String title() {
    return title;
  }

  /** The word for the report. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
