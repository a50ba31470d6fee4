package dev.starling.chaos.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContestsTest {
  private static final String IP = "192.0.2.1";
  private static final long INTERVAL_NANOS = Asker.INTERVAL_MILLIS * 1_000_000L;

  /** Each word is a question: who answered it, in order; a dot is nobody. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          a a a b b b,          0
          a a ab b b,           0
          a a . ab . b,         0
          a a ba b b,           1
          a a ab ab b b,        2
          a a ab a b b,         1
          a b ab b b,           1
          a a ab b a a,         1
          a a abc b b,          1
          a a aa b b,           0
          a a ab b b b b b b b b b b b b ba a a, 0
          """)
  void twoThatAnswerAtOneTimeAreTold(String answers, int contested) {
    List<Question> questions = new ArrayList<>();
    long now = Long.MAX_VALUE - 3 * INTERVAL_NANOS;
    for (String word : answers.split(" ", -1)) {
      questions.add(question(IP, now, word));
      questions.add(question("192.0.2.2", now, "ba"));
      now += INTERVAL_NANOS;
    }

    assertThat(Contests.of(IP, questions)).hasSize(contested);
  }

  private static Question question(String ip, long nanos, String who) {
    List<Question.Answer> answers = new ArrayList<>();
    for (char node : who.replace(".", "").toCharArray()) {
      answers.add(new Question.Answer(String.valueOf(node), nanos + 1 + answers.size()));
    }
    return new Question(nanos, ip, answers);
  }
}
