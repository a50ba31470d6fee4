package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Container images that are made here, and fetched from nowhere. */
public final class Images {
  /** The image that holds the namespaces of a Pod. */
  public static final String PAUSE = "starling.test/pause:1";

  private Images() {}

  /** Makes {@link #PAUSE}: an archive in {@code folder}. */
  public static Path pause(KubeTools tools, Path folder) {
    return busybox(tools, folder, PAUSE, List.of("/bin/sleep", "2147483647"));
  }

  /**
   * Makes an image with busybox in it, under the names of its commands in {@code /bin}.
   *
   * @param folder where the archive will be
   * @param name with tag, as {@code starling.test/name:1}
   * @param command what a container runs
   * @throws LabException if this machine has no busybox of one file (Debian: busybox-static)
   */
  public static Path busybox(KubeTools tools, Path folder, String name, List<String> command) {
    Path archive = folder.resolve(name.replaceAll("[^a-z0-9]", "-") + ".tar");
    try {
      Path root = Files.createTempDirectory(folder, "root-");
      Path programs = Files.createDirectory(root.resolve("bin"));
      Files.copy(find("busybox"), programs.resolve("busybox"));
      for (String program : Command.run(List.of("busybox", "--list")).lines().toList()) {
        if (!program.equals("busybox")) {
          Files.createSymbolicLink(programs.resolve(program), Path.of("busybox"));
        }
      }
      List<String> words =
          new ArrayList<>(
              List.of(tools.script("image"), archive.toString(), name, root.toString()));
      words.addAll(command);
      Command.run(words);
      Command.run(List.of("rm", "-r", root.toString()));
      return archive;
    } catch (IOException e) {
      throw new LabException("cannot make the image " + name, e);
    }
  }

  private static Path find(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "/bin").split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new LabException(program + " is missing"));
  }
}
