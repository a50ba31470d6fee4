package dev.starling.speaker.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.LoggerContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;

class LoggingTest {
  private final LoggerContext context = new LoggerContext();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource({"info, iwe-we", "warn, -we-we", "debug, iwe-we", "error, --e--e", "trace, iweiwe"})
  void librariesAreHeardFromWarnOn(String level, String heard) throws InterruptedException {
    Logging.configure(context, LogFormat.TEXT, level, out);
    for (String name : new String[] {"dev.starling.x", "org.pcap4j.x"}) {
      Logger logger = context.getLogger(name);
      logger.info(name + " i");
      logger.warn(name + " w");
      logger.error(name + " e");
    }
    Logging.flush(10_000);
    StringBuilder seen = new StringBuilder();
    for (String name : new String[] {"dev.starling.x", "org.pcap4j.x"}) {
      for (String word : new String[] {"i", "w", "e"}) {
        seen.append(text().contains(name + " " + word) ? word : "-");
      }
    }
    assertThat(seen).hasToString(heard);
  }

  @Test
  void jsonIsOneObjectALine() throws InterruptedException {
    Logging.configure(context, LogFormat.JSON, "info", out);
    context.getLogger("dev.starling.x").atInfo().addKeyValue("n", 1).log("a {}", "b");
    Logging.flush(10_000);
    assertThat(text()).startsWith("{\"time\":\"").endsWith("\"message\":\"a b\",\"n\":1}\n");
  }

  @Test
  void aNoteIsDatedWhenItHappened() throws InterruptedException {
    Logging.configure(context, LogFormat.JSON, "info", out);
    Instant now = Instant.now();
    long happened = System.nanoTime() - 30_000_000_000L;
    context.getLogger("dev.starling.x").atInfo().addKeyValue("nanos", happened).log("late");
    Logging.flush(10_000);
    Instant dated = Instant.parse(text().substring(9, 33));
    assertThat(dated).isCloseTo(now.minusSeconds(30), within(5, ChronoUnit.SECONDS));
  }

  @Test
  void aLogThatNobodyReadsHoldsNobodyUpAndCountsWhatItLoses() throws InterruptedException {
    CountDownLatch read = new CountDownLatch(1);
    OutputStream stuck =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("bytes come in arrays");
          }

          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
              read.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            out.write(bytes, offset, length);
          }
        };
    Logging.configure(context, LogFormat.TEXT, "info", stuck);
    Logger logger = context.getLogger("dev.starling.x");
    int logged = QueueAppender.QUEUE_LINES + 101;
    for (int i = 0; i < logged; i++) {
      logger.info("line {}", i);
    }
    read.countDown();
    Logging.flush(10_000);
    long written = text().lines().filter(line -> line.contains("line ")).count();
    String lost =
        text().lines().filter(line -> line.contains(" lines lost")).findFirst().orElse("");
    // One line more fits if the writer had taken the first before the queue was full.
    assertThat(written).isBetween((long) logged - 101, (long) logged - 100);
    assertThat(lost).contains("WARN  QueueAppender: " + (logged - written) + " lines lost");
  }

  @Test
  void aValueThatCannotBeShownCostsItsLineOnly() throws InterruptedException {
    Logging.configure(context, LogFormat.TEXT, "info", out);
    Object bad =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no text");
          }
        };
    context.getLogger("dev.starling.x").atInfo().addKeyValue("bad", bad).log("one");
    context.getLogger("dev.starling.x").info("two");
    Logging.flush(10_000);
    assertThat(text()).contains(" 1 lines lost").contains("two").doesNotContain("one\n");
  }

  private String text() {
    return out.toString(UTF_8);
  }
}
