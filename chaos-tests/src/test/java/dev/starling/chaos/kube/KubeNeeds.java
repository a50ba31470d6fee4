package dev.starling.chaos.kube;

import dev.starling.chaos.Needs;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a machine must have for a Kubernetes. Without it a test is skipped, or fails in CI. */
public final class KubeNeeds {
  private KubeNeeds() {}

  /** The programs of a control plane without controllers. */
  public static KubeTools assumeKube() {
    return assume(KubeTools.CONTROL_PLANE);
  }

  /** The same and MetalLB's own programs. */
  public static KubeTools assumeMetalLb() {
    List<String> names = new ArrayList<>(KubeTools.CONTROL_PLANE);
    names.addAll(KubeTools.METALLB);
    return assume(names);
  }

  /**
   * The programs of a whole cluster and what nodes need: root, all programs, and those of Debian's
   * packages.
   */
  public static KubeTools assumeNodes() {
    Needs.namespaces();
    for (String program : List.of("containerd", "ctr", "runc", "iptables", "busybox")) {
      try {
        Command.run(List.of("which", program));
      } catch (LabException e) {
        Needs.need(false, program + " is missing; bin/setup --chaos installs it");
      }
    }
    return assume(KubeTools.ALL);
  }

  private static KubeTools assume(List<String> names) {
    Path home = Needs.home();
    try {
      return KubeTools.find(home, names);
    } catch (LabException e) {
      Needs.need(false, "no Kubernetes here: " + e.getMessage());
      throw e;
    }
  }
}
