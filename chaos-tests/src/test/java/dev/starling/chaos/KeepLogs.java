package dev.starling.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps what the speakers had printed when a test failed, in {@code target/chaos/}: the lab is gone
 * when somebody reads of the failure.
 */
final class KeepLogs implements AfterTestExecutionCallback {
  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isEmpty()) {
      return;
    }
    Lab lab = ((ChaosCase) context.getRequiredTestInstance()).lab;
    Path kept =
        Path.of(
            "target",
            "chaos",
            context.getRequiredTestClass().getSimpleName(),
            context.getRequiredTestMethod().getName());
    try {
      Files.createDirectories(kept);
      Files.writeString(
          kept.resolve("failure.txt"),
          String.format(
              Locale.ROOT,
              "%s%nmonotonic clock: %d%nload: %s%s%n",
              context.getExecutionException().orElseThrow(),
              System.nanoTime(),
              Files.readString(Path.of("/proc/loadavg")),
              Steadiness.describe(lab)));
      for (String node : lab.plan().nodes()) {
        Files.copy(
            lab.files().log(node),
            kept.resolve(node + ".log"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
