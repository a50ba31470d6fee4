package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ApiHealthTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(ApiHealth.class);
  private final ListAppender<ILoggingEvent> told = new ListAppender<>();
  private final ApiHealth health = new ApiHealth(() -> "all stays");

  @BeforeEach
  void listen() {
    told.start();
    logger.addAppender(told);
    logger.setLevel(Level.INFO);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(told);
    logger.setLevel(null);
  }

  @Test
  void anOutageIsToldOnceHoweverManyKindsItConcerns() {
    health.lost("services", "refused", 0);
    health.lost("nodes", "refused", 1);
    health.lost("services", "refused", 2);
    health.heard("nodes", 3);
    health.heard("services", 7_000_000);

    assertThat(lines())
        .containsExactly(
            "no news from the Kubernetes API (services: refused); all stays",
            "news from the Kubernetes API again after 7 ms");
  }

  @Test
  void whatIsForbiddenForGoodDoesNotHideAnOutage() {
    health.refused("nodes", "403 no", 0);
    health.refused("nodes", "403 no", 1);
    health.lost("services", "closed", 2);
    health.lost("nodes", "closed", 3);
    health.heard("services", 4);
    health.refused("nodes", "403 no", 5_000_002);
    health.heard("nodes", 6);

    assertThat(lines())
        .containsExactly(
            "the Kubernetes API refuses nodes: 403 no; all stays",
            "no news from the Kubernetes API (services: closed); all stays",
            "news from the Kubernetes API again after 5 ms",
            "the Kubernetes API refuses nodes no longer");
  }

  private List<String> lines() {
    return told.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
