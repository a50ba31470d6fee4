package dev.starling.speaker.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.starling.speaker.core.FlightRecord.Cause;
import dev.starling.speaker.core.Note;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoteLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final LoggerContext context = new LoggerContext();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = context.getLogger("notes");
  private final NoteLog log = new NoteLog(logger);

  @BeforeEach
  void collectLines() {
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
  }

  @Test
  void aBurstIsTwentyLinesAndACount() {
    claim(1_000, 0);
    assertThat(messages()).hasSize(20);
    assertThat(log.nextDeadline(0)).hasValue(SECOND);
    log.settle(SECOND - 1);
    assertThat(messages()).hasSize(20);
    log.settle(SECOND);
    assertThat(messages()).hasSize(21).last().isEqualTo("and 980 more lines of claimed");
    assertThat(log.nextDeadline(SECOND)).isEmpty();
  }

  @Test
  void kindsDoNotCrowdOneAnotherOut() {
    claim(1_000, 0);
    log.write(new Note.Suspected("n2", 200), 1);
    assertThat(messages()).hasSize(21).last().isEqualTo("n2 suspected after 200 ms of silence");
  }

  @Test
  void everyLineIsWrittenOrCounted() {
    for (int i = 0; i < 10_000; i++) {
      claim(1, i * SECOND / 500);
    }
    log.finish(20 * SECOND);
    long counted =
        lines.list.stream()
            .flatMap(line -> line.getKeyValuePairs().stream())
            .filter(pair -> pair.key.equals("count"))
            .mapToLong(pair -> (Long) pair.value)
            .sum();
    long summaries = messages().stream().filter(line -> line.startsWith("and ")).count();
    assertThat(summaries).isEqualTo(20);
    assertThat(messages().size() - summaries).isEqualTo(20 * 20);
    assertThat(messages().size() - summaries + counted).isEqualTo(10_000);
  }

  @Test
  void theNextNoteTellsWhatWasLeftOut() {
    long nearTheWrap = Long.MAX_VALUE - 5;
    claim(30, nearTheWrap);
    claim(1, nearTheWrap + SECOND);
    assertThat(messages()).hasSize(22).contains("and 10 more lines of claimed");
  }

  @Test
  void whatTheLevelHidesIsNotCounted() {
    logger.setLevel(Level.WARN);
    claim(100, 0);
    log.finish(0);
    assertThat(messages()).isEmpty();
  }

  @Test
  void linesCarryTheMonotonicClock() {
    claim(1, -77);
    assertThat(lines.list.getFirst().getKeyValuePairs())
        .extracting(pair -> pair.key + "=" + pair.value)
        .containsExactly(
            "event=claimed",
            "nanos=-77",
            "ip=10.0.0.80",
            "service=web",
            "cause=DEATH",
            "previousOwner=n2");
  }

  private void claim(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      log.write(new Note.Claimed("10.0.0.80", "web", Cause.DEATH, "n2"), nanos);
    }
  }

  private List<String> messages() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
