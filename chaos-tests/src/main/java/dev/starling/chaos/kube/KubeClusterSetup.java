package dev.starling.chaos.kube;

import java.nio.file.Path;
import java.util.List;

/**
 * What a cluster is made of.
 *
 * @param nodes how many, 2 to 100
 * @param prefix what the names of its network namespaces begin with
 * @param plane flags and programs of the control plane; where it is, and that it has controllers,
 *     is the cluster's business
 * @param images archives to import on each node; the one for Pods' namespaces is there anyway
 */
public record KubeClusterSetup(
    int nodes, String prefix, ControlPlaneSetup plane, List<Path> images) {
  /** Copies the list. */
  public KubeClusterSetup {
    images = List.copyOf(images);
  }

  /**
   * A cluster whose controllers find a node without power after eight seconds, and not after the
   * usual forty.
   */
  public static KubeClusterSetup of(int nodes, KubeTools tools, List<Path> images) {
    ControlPlaneSetup plane =
        ControlPlaneSetup.of(tools)
            .withFlag("kube-controller-manager", "--node-monitor-grace-period=8s")
            .withFlag("kube-controller-manager", "--node-monitor-period=1s");
    return new KubeClusterSetup(nodes, "kub" + ProcessHandle.current().pid(), plane, images);
  }
}
