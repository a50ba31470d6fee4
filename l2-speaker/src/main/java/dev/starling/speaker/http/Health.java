package dev.starling.speaker.http;

import java.util.List;

/**
 * Whether something is as it should be.
 *
 * @param ok whether it is
 * @param reasons if not, why, each in one line
 */
public record Health(boolean ok, List<String> reasons) {
  /** Copies the list. */
  public Health {
    reasons = List.copyOf(reasons);
  }

  /** All is well. */
  public static Health good() {
    return new Health(true, List.of());
  }

  /** Good if there are no reasons why not. */
  public static Health of(List<String> reasons) {
    return new Health(reasons.isEmpty(), reasons);
  }
}
