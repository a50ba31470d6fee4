package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs of Kubernetes, as {@code chaos-tests/kube/build} leaves them.
 *
 * @param home the project's folder
 * @param folder where the programs are
 */
public record KubeTools(Path home, Path folder) {
  /** What a control plane without controllers needs. */
  public static final List<String> CONTROL_PLANE =
      List.of("etcd", "kube-apiserver", "kubectl", "kustomize");

  /** Everything: controllers and nodes too. */
  public static final List<String> ALL = List.of("all");

  /** MetalLB's controller and speaker. */
  public static final List<String> METALLB = List.of("metallb");

  /**
   * Finds programs that are there already; builds none.
   *
   * @throws LabException with what is missing and how to get it
   */
  public static KubeTools find(Path home, List<String> names) {
    List<String> words = new ArrayList<>();
    words.add(home.resolve("chaos-tests/kube/build").toString());
    words.add("--check");
    words.addAll(names);
    return new KubeTools(home, Path.of(Command.run(words)));
  }

  /** The path of a program. */
  public String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Words that run kustomize; where only kubectl is there, the kustomize that it has built in. */
  public List<String> kustomize() {
    return Files.isExecutable(folder.resolve("kustomize"))
        ? List.of(path("kustomize"), "build")
        : List.of(path("kubectl"), "kustomize");
  }

  /** A script of the folder {@code chaos-tests/kube}. */
  String script(String name) {
    return home.resolve("chaos-tests/kube").resolve(name).toString();
  }
}
