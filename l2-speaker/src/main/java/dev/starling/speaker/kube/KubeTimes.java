package dev.starling.speaker.kube;

/**
 * How long to wait for an API server, all in milliseconds.
 *
 * @param connect for a connection, with TLS
 * @param answer for the head of an answer, and within a list for more of it
 * @param list for all of one page of a list
 * @param silence for anything on a watch. A server sends a bookmark each minute unless nothing at
 *     all changes in the cluster, so that after a longer silence the watch is begun anew: who is
 *     frozen or cut off shows then
 * @param watchLength how long a watch is asked to last at least, and at most twice of it
 * @param retryFirst before the first retry; doubles with each
 * @param retryMax between retries, unless the server asks for longer
 * @param retryAfterMax what it may ask for
 * @param absent between questions for a kind of object that the server does not know
 * @param doubt for which an unlikely list must stay the same before it is believed
 * @param gather at least between two snapshots
 */
public record KubeTimes(
    long connect,
    long answer,
    long list,
    long silence,
    long watchLength,
    long retryFirst,
    long retryMax,
    long retryAfterMax,
    long absent,
    long doubt,
    long gather) {
  /** For a real cluster. */
  public static final KubeTimes DEFAULTS =
      new KubeTimes(5_000, 10_000, 60_000, 75_000, 300_000, 100, 5_000, 60_000, 30_000, 60_000, 20);
}
