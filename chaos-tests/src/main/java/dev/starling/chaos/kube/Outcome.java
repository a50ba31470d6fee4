package dev.starling.chaos.kube;

/**
 * How a program has ended.
 *
 * @param exitCode 0 for success
 * @param output what it printed on standard output
 * @param error what it printed on standard error
 */
public record Outcome(int exitCode, String output, String error) {
  /** Whether it did what it was asked to. */
  public boolean isSuccess() {
    return exitCode == 0;
  }
}
