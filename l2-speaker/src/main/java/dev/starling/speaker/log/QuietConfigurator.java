package dev.starling.speaker.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Keeps logback from looking for configuration files, which costs a start a tenth of a second, and
 * from logging before {@link Logging#configure} has said how.
 */
public final class QuietConfigurator extends ContextAwareBase implements Configurator {
  /** Called by logback, which finds this class as a service. */
  public QuietConfigurator() {}

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
