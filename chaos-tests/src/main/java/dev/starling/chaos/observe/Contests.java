package dev.starling.chaos.observe;

import java.util.List;

/** The moments at which two nodes answered for one service IP. */
public final class Contests {
  /** Neither may answer, before or after the other, for this long around a handover. */
  private static final long AROUND_NANOS = 100_000_000;

  private final List<Question> questions;

  private Contests(List<Question> questions) {
    this.questions = questions;
  }

  /**
   * Those of {@code all} that are about {@code ip} and that two nodes answered while both were
   * answering. A question that is on its way in a handover may have two answers as well: the last
   * one of the old owner, and after it the first one of the new.
   */
  public static List<Question> of(String ip, List<Question> all) {
    Contests contests =
        new Contests(all.stream().filter(question -> question.ip().equals(ip)).toList());
    return contests.questions.stream().filter(contests::isContested).toList();
  }

  private boolean isContested(Question question) {
    List<String> macs = question.macs();
    return macs.size() > 2 || (macs.size() == 2 && !isHandover(question, macs));
  }

  private boolean isHandover(Question question, List<String> macs) {
    String old = macs.getFirst();
    String next = macs.getLast();
    long lastOfOld = Long.MIN_VALUE;
    long firstOfNext = Long.MAX_VALUE;
    for (Question each : questions) {
      for (Question.Answer answer : each.answers()) {
        // Relative to the question, so that the clock may pass its end.
        long at = answer.nanos() - question.nanos();
        if (Math.abs(at) <= AROUND_NANOS && answer.mac().equals(old)) {
          lastOfOld = Math.max(lastOfOld, at);
        } else if (Math.abs(at) <= AROUND_NANOS && answer.mac().equals(next)) {
          firstOfNext = Math.min(firstOfNext, at);
        }
      }
    }
    return lastOfOld < firstOfNext;
  }
}
