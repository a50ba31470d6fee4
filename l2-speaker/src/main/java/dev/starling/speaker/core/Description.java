package dev.starling.speaker.core;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a speaker tells the others of itself, and what they elect by.
 *
 * @param settled whether it may own IPs at all
 * @param draining whether it hands its IPs over
 * @param usableLinks the names of the links on which it could answer
 */
public record Description(boolean settled, boolean draining, SortedSet<String> usableLinks) {
  /** A speaker of which nothing is known. */
  static final Description UNKNOWN = new Description(false, false, new TreeSet<>());

  /** Copies the set. */
  public Description {
    usableLinks = Collections.unmodifiableSortedSet(new TreeSet<>(usableLinks));
  }
}
