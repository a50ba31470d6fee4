package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.starling.membership.DropReason;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class DropWatchTest {
  private static final long SECOND = 1_000_000_000L;

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final DropWatch watch = new DropWatch();

  @BeforeEach
  void listen() {
    lines.start();
    logger().addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger().detachAppender(lines);
  }

  @Test
  void saysNothingWhileNothingIsDropped() {
    look(0, 0);
    look(0, SECOND);
    assertThat(lines.list).isEmpty();
  }

  @Test
  void saysItOnceAMinuteHoweverManyCome() {
    for (int second = 0; second < 120; second++) {
      look(1000L * (second + 1), second * SECOND);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "datagrams not let in since the last such line: BAD_TAG 1000",
            "datagrams not let in since the last such line: BAD_TAG 60000");
  }

  private void look(long badTags, long nowNanos) {
    watch.look(new TreeMap<>(Map.of(DropReason.BAD_TAG, badTags)), nowNanos);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(DropWatch.class);
  }
}
