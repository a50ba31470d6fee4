package dev.starling.chaos.observe;

import java.util.List;

/**
 * One question who has a service IP, and everything that came in reply.
 *
 * @param nanos when it was asked
 * @param ip the service IP
 * @param answers the replies, in the order of arrival
 */
public record Question(long nanos, String ip, List<Answer> answers) {
  /** Copies the list. */
  public Question {
    answers = List.copyOf(answers);
  }

  /**
   * A reply.
   *
   * @param mac the hardware address that it gives, in small hexadecimal with colons
   * @param nanos when the asker had it
   */
  public record Answer(String mac, long nanos) {}

  /** The hardware addresses that were given, each once. */
  public List<String> macs() {
    return answers.stream().map(Answer::mac).distinct().toList();
  }
}
