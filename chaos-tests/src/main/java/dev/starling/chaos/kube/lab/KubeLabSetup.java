package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.KubeTools;
import dev.starling.chaos.netns.LabException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a lab on Kubernetes is made of.
 *
 * @param tools the programs of Kubernetes
 * @param image the speaker's image, as {@code bin/image} makes it
 * @param metalLb whether the cluster has MetalLB's kinds, and its pool is an object of these; else
 *     it stands in the speakers' own settings
 */
public record KubeLabSetup(KubeTools tools, Path image, boolean metalLb) {
  /** How many nodes. */
  public static final int NODES = 3;

  /**
   * With what is there already.
   *
   * @throws LabException with what is missing and how to get it
   */
  public static KubeLabSetup find(Path home) {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    Path image = home.resolve("target/image/starling-" + arch + ".tar");
    if (!Files.exists(image)) {
      throw new LabException("there is no image " + image + "; bin/image makes it");
    }
    return new KubeLabSetup(KubeTools.find(home, KubeTools.ALL), image, true);
  }

  /** The same without MetalLB's kinds. */
  public KubeLabSetup withoutMetalLb() {
    return new KubeLabSetup(tools, image, false);
  }
}
