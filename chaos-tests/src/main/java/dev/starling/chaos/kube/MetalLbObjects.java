package dev.starling.chaos.kube;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The kinds of metallb.io/v1beta1 that the speaker reads and writes, as far as it does. */
public final class MetalLbObjects {
  private MetalLbObjects() {}

  /** Their definitions, YAML. */
  public static String definitions() throws IOException {
    try (InputStream in = MetalLbObjects.class.getResourceAsStream("/kube/metallb-crds.yaml")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Makes the kinds known and waits until objects of them can be made. */
  public static void define(Kubectl kubectl) throws IOException {
    kubectl.apply(definitions());
    kubectl.run(
        "wait",
        "--for=condition=Established",
        "--timeout=60s",
        "crd/ipaddresspools.metallb.io",
        "crd/l2advertisements.metallb.io",
        "crd/servicel2statuses.metallb.io");
  }
}
