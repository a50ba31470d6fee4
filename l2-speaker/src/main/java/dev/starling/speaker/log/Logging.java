package dev.starling.speaker.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Layout;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** How this process logs: to standard error, in one format, without a configuration file. */
public final class Logging {
  /** Long enough for a full queue on a slow terminal, short enough for a shutdown. */
  private static final long FLUSH_MILLIS = 500;

  private static @Nullable QueueAppender appender;

  private Logging() {}

  /**
   * Logs from now on in {@code format}, from {@code level} on: one of trace, debug, info, warn,
   * error. The libraries log from warn on, whatever the level, unless it is trace.
   */
  public static synchronized void configure(LogFormat format, String level) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    // Not System.err: its lock and its encoder are of no use to the only thread that writes here.
    configure(context, format, level, new FileOutputStream(FileDescriptor.err));
  }

  static synchronized void configure(
      LoggerContext context, LogFormat format, String level, OutputStream out) {
    context.reset();
    Level from = Level.toLevel(level, Level.INFO);
    Layout<ILoggingEvent> layout =
        switch (format) {
          case TEXT -> new TextLayout();
          case JSON -> new JsonLayout();
        };
    layout.setContext(context);
    layout.start();
    QueueAppender queue = new QueueAppender(layout, out);
    queue.setContext(context);
    queue.setName("stderr");
    queue.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(queue);
    root.setLevel(atLeast(Level.WARN, from));
    context.getLogger("dev.starling").setLevel(from);
    // JGroups warns of each late or foreign message; what matters of it comes as a note.
    context.getLogger("org.jgroups").setLevel(atLeast(Level.ERROR, from));
    appender = queue;
  }

  private static Level atLeast(Level least, Level from) {
    return from == Level.TRACE || from.isGreaterOrEqual(least) ? from : least;
  }

  /** Waits, for at most half a second, until all that was logged is written. */
  public static void flush() throws InterruptedException {
    flush(FLUSH_MILLIS);
  }

  static synchronized void flush(long millis) throws InterruptedException {
    if (appender != null) {
      appender.flush(millis);
    }
  }
}
