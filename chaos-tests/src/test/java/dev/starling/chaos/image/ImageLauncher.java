package dev.starling.chaos.image;

import dev.starling.chaos.Needs;
import dev.starling.chaos.kube.SpeakerImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Runs the image's Java, jars and AOT cache as a plain process of this machine: as fast as in a
 * Pod, and without a kubelet.
 */
public final class ImageLauncher {
  private ImageLauncher() {}

  /**
   * Makes the image if need be; skips the test where that fails.
   *
   * @param folder an empty one, for what the launcher needs
   * @return the program to start in the place of {@code bin/starling}
   */
  public static Path in(Path folder) throws IOException, InterruptedException {
    SpeakerImage.assumeMade();
    Path tar = Needs.home().resolve("target/image/starling-amd64.tar");
    OciImage image = OciImage.open(tar, folder.resolve("layout"));
    Path root = folder.resolve("root");
    image.unpack(root);
    Path launcher = folder.resolve("speaker");
    // The cache holds for these paths alone.
    String script =
        """
        #!/usr/bin/env bash
        exec unshare --mount bash -c '
          set -eu
          mount -t tmpfs tmpfs /opt
          mkdir /opt/java /opt/starling
          mount --bind "$0/opt/java" /opt/java
          mount --bind "$0/opt/starling" /opt/starling
          exec env %s /opt/java/bin/java @/opt/starling/java.args "$@"
        ' '%s' "$@"
        """
            .formatted(String.join(" ", image.texts("Env")), root);
    Files.writeString(launcher, script);
    return Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
