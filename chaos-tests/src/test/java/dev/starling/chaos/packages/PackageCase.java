package dev.starling.chaos.packages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.ControlPlaneSetup;
import dev.starling.chaos.kube.KubeEvidence;
import dev.starling.chaos.kube.KubeNeeds;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.kube.MetalLbObjects;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the packages on a real API server: one for the class, with the kinds of objects of
 * MetalLB and of the Prometheus operator, and a copy of {@code kustomize/} that has a key.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PackageCase {
  /** Where a speaker is at home. */
  static final String NAMESPACE = "starling-system";

  /** Where MetalLB is. */
  static final String METALLB = "metallb-system";

  private static final String KEY = "zq3Wm9-LkT71vXb4_RpNe8sYh2cGdUo6AiJfKxMtQwE";

  private @Nullable ControlPlane started;

  @RegisterExtension final KubeEvidence evidence = new KubeEvidence(() -> started);

  /** The control plane. */
  ControlPlane plane;

  /** kubectl for somebody who may do everything. */
  Kubectl kubectl;

  /** The folder that has the copy of {@code kustomize/}. */
  Path copy;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    copy = temporary;
    PackageFiles.copyKustomize(temporary);
    writeKey(KEY);
    plane = ControlPlane.start(ControlPlaneSetup.of(KubeNeeds.assumeKube()));
    started = plane;
    kubectl = plane.kubectl();
    MetalLbObjects.define(kubectl);
    kubectl.apply(resource("monitoring-crds.yaml"));
    kubectl.run(
        "wait",
        "--for=condition=Established",
        "--timeout=60s",
        "crd/servicemonitors.monitoring.coreos.com",
        "crd/prometheusrules.monitoring.coreos.com");
    kubectl.run("create", "namespace", METALLB);
  }

  @AfterAll
  void close() {
    if (started != null) {
      started.close();
    }
  }

  /** Writes the file that the overlay {@code dev} makes the Secret from. */
  void writeKey(String key) throws IOException {
    Files.writeString(overlay("dev").resolve("secretkey"), key + "\n");
  }

  /** An overlay's folder in the copy. */
  Path overlay(String name) {
    return copy.resolve("kustomize/overlays").resolve(name);
  }

  /** Applies an overlay as the page says. */
  void apply(String overlay) {
    kubectl.run("apply", "--server-side", "-k", overlay(overlay).toString());
  }

  /** The objects that a folder stands for. */
  List<JsonNode> build(Path folder) {
    return PackageFiles.documents(kubectl.kustomize(folder));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PackageCase.class.getResourceAsStream("/packages/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
