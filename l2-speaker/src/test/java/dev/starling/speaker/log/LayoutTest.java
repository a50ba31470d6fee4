package dev.starling.speaker.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LayoutTest {
  private static final LoggerContext CONTEXT = new LoggerContext();

  @Test
  void aNoteIsItsMessage() {
    LoggingEvent event =
        event(
            "claimed 10.0.0.80",
            new KeyValuePair("event", "claimed"),
            new KeyValuePair("nanos", -5L),
            new KeyValuePair("ip", "10.0.0.80"));
    assertThat(new TextLayout().doLayout(event))
        .isEqualTo("2026-11-30T03:15:27.041Z INFO  claimed 10.0.0.80\n");
    assertThat(new JsonLayout().doLayout(event))
        .isEqualTo(
            "{\"time\":\"2026-11-30T03:15:27.041Z\",\"level\":\"INFO\",\"logger\":\"dev.starling.A\","
                + "\"event\":\"claimed\",\"message\":\"claimed 10.0.0.80\",\"nanos\":-5,"
                + "\"ip\":\"10.0.0.80\"}\n");
  }

  @Test
  void anyOtherLineHasItsFields() {
    LoggingEvent event =
        event(
            "no answer",
            new KeyValuePair("path", "/status"),
            new KeyValuePair("codes", List.of(1, 2)),
            new KeyValuePair("none", null));
    assertThat(new TextLayout().doLayout(event))
        .endsWith("INFO  A: no answer path=/status codes=[1, 2] none=null\n");
    assertThat(new JsonLayout().doLayout(event))
        .endsWith("\"path\":\"/status\",\"codes\":[1,2],\"none\":null}\n");
  }

  @Test
  void whatOthersSayStaysOnItsLine() {
    LoggingEvent event = event("a\nb\u001b[31m", new KeyValuePair("from", "n1\r\nn2"));
    assertThat(new TextLayout().doLayout(event)).endsWith("A: a b [31m from=n1  n2\n");
    assertThat(new JsonLayout().doLayout(event).lines()).hasSize(1);
  }

  @Test
  void anErrorHasItsTrace() {
    LoggingEvent event = event("failed");
    event.setThrowableProxy(new ThrowableProxy(new IllegalStateException("broken")));
    assertThat(new TextLayout().doLayout(event))
        .contains("java.lang.IllegalStateException: broken\n\tat dev.starling");
    assertThat(new JsonLayout().doLayout(event)).contains("\"error\":\"java.lang.Illegal");
  }

  private static LoggingEvent event(String message, KeyValuePair... pairs) {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerContext(CONTEXT);
    event.setLoggerName("dev.starling.A");
    event.setLevel(Level.INFO);
    event.setInstant(Instant.parse("2026-11-30T03:15:27.0416Z"));
    event.setMessage(message);
    event.setKeyValuePairs(Arrays.asList(pairs));
    return event;
  }
}
