package dev.starling.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;

/**
 * Keeps what the speakers had printed when a test failed, or what comes before and after it, in
 * {@code target/chaos/}: the lab is gone when somebody reads of the failure.
 */
public final class KeepLogs
    implements AfterTestExecutionCallback, LifecycleMethodExecutionExceptionHandler {
  @Override
  public void afterTestExecution(ExtensionContext context) {
    context.getExecutionException().ifPresent(failure -> keep(context, failure));
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    keep(context, failure);
    throw failure;
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    keep(context, failure);
    throw failure;
  }

  @Override
  public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    if (context.getExecutionException().isEmpty()) {
      keep(context, failure);
    }
    throw failure;
  }

  private static void keep(ExtensionContext context, Throwable failure) {
    Lab lab = ((ChaosCase) context.getRequiredTestInstance()).lab;
    if (lab == null) {
      return;
    }
    Path kept =
        Path.of(
            "target",
            "chaos",
            context.getRequiredTestClass().getSimpleName(),
            context.getTestMethod().map(Method::getName).orElse("start"));
    copy(lab, kept, failure);
  }

  /** Writes why a test failed, what each node said of itself then, and their logs. */
  public static void copy(Lab lab, Path kept, Throwable failure) {
    try {
      Files.createDirectories(kept);
      Files.writeString(
          kept.resolve("failure.txt"),
          String.format(
              Locale.ROOT,
              "%s%nmonotonic clock: %d%nload: %s%s%n",
              failure,
              System.nanoTime(),
              Files.readString(Path.of("/proc/loadavg")),
              Steadiness.describe(lab)));
      for (String node : lab.plan().nodes()) {
        if (Files.exists(lab.files().log(node))) {
          Files.copy(
              lab.files().log(node),
              kept.resolve(node + ".log"),
              StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
