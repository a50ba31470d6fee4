package dev.starling.chaos.kube;

import dev.starling.chaos.KeepLogs;
import dev.starling.chaos.Lab;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps what a control plane, and the speakers of a lab, had printed when a test failed, in {@code
 * target/chaos/}: they are gone when somebody reads of the failure.
 */
public final class KubeEvidence implements AfterTestExecutionCallback {
  private final Supplier<@Nullable ControlPlane> plane;
  private final Supplier<@Nullable Lab> lab;

  /** Asks for the control plane when a test has failed. */
  public KubeEvidence(Supplier<@Nullable ControlPlane> plane) {
    this(plane, () -> null);
  }

  /** The same, and for the lab. */
  public KubeEvidence(Supplier<@Nullable ControlPlane> plane, Supplier<@Nullable Lab> lab) {
    this.plane = plane;
    this.lab = lab;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    context.getExecutionException().ifPresent(failure -> keep(context, failure));
  }

  private void keep(ExtensionContext context, Throwable failure) {
    ControlPlane running = plane.get();
    Lab speakers = lab.get();
    String method = context.getTestMethod().map(Method::getName).orElse("start");
    String type = context.getRequiredTestClass().getSimpleName();
    Path kept = Path.of("target", "chaos", type, method);
    if (running != null) {
      running.copyLogs(kept);
    }
    if (speakers != null) {
      KeepLogs.copy(speakers, kept, failure);
    }
  }
}
