package dev.starling.chaos.kube;

import dev.starling.chaos.Needs;
import java.nio.file.Path;

/** A JVM that starts a control plane and then waits until somebody kills it. */
final class LeftBehind {
  private LeftBehind() {}

  /** Prints the folder and the process id of kube-apiserver. */
  public static void main(String[] args) throws InterruptedException {
    ControlPlane plane =
        ControlPlane.start(
            ControlPlaneSetup.of(KubeTools.find(Needs.home(), KubeTools.CONTROL_PLANE)));
    Path folder = plane.kubeconfig().getParent();
    System.out.println(folder + " " + plane.apiServer().processId());
    Thread.currentThread().join();
  }
}
