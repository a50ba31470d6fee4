package dev.starling.chaos.kube;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps what a control plane had printed when a test failed, in {@code target/chaos/}: the control
 * plane is gone when somebody reads of the failure.
 */
public final class KubeEvidence implements AfterTestExecutionCallback {
  private final Supplier<@Nullable ControlPlane> plane;

  /** Asks for the control plane when a test has failed. */
  public KubeEvidence(Supplier<@Nullable ControlPlane> plane) {
    this.plane = plane;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    ControlPlane running = plane.get();
    if (context.getExecutionException().isPresent() && running != null) {
      String method = context.getTestMethod().map(Method::getName).orElse("start");
      String type = context.getRequiredTestClass().getSimpleName();
      running.copyLogs(Path.of("target", "chaos", type, method));
    }
  }
}
