package dev.starling.chaos.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an image's files as a kubelet would have them run by the DaemonSet: as root with no
 * capability but NET_RAW (and SYS_CHROOT, for the way in), with no way to gain one, and without a
 * place to write to; in a network of its own with the link {@code service}. All of it ends with the
 * process.
 *
 * @param image how it is started
 * @param root its files
 * @param settings a folder that is seen as /etc/starling
 */
record Box(OciImage image, Path root, Path settings) {
  private static final String ENTER =
      """
      set -eu
      root=$1 settings=$2 variables=$3
      shift 3
      setpriv=$(command -v setpriv) chroot=$(command -v chroot)
      mount --bind "$root" "$root"
      mount --bind "$settings" "$root/etc/starling"
      mount -o remount,bind,ro "$root"
      mount -t tmpfs tmpfs "$root/dev"
      for device in null zero random urandom; do
        touch "$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
      done
      mount -t proc proc "$root/proc"
      mount -t sysfs sysfs "$root/sys"
      ip link set lo up
      ip link add service type veth peer name client
      ip link set service up
      ip link set client up
      mapfile -t variables <<<"$variables"
      exec env --ignore-environment "${variables[@]}" \\
        "$setpriv" --bounding-set=-all,+net_raw,+sys_chroot --no-new-privs \\
        "$chroot" "$root" "$@"
      """;

  /**
   * Starts the image's program.
   *
   * @param arguments in the place of the image's own
   * @param variables further environment, each {@code NAME=value}
   * @param output where to put what it prints
   */
  Process start(List<String> arguments, List<String> variables, Path output) throws IOException {
    Files.createDirectories(root.resolve("etc/starling"));
    List<String> environment = new ArrayList<>(image.texts("Env"));
    environment.addAll(variables);
    List<String> words =
        new ArrayList<>(
            List.of("unshare", "--mount", "--net", "--ipc", "--pid", "--fork", "--kill-child"));
    words.addAll(List.of("bash", "-c", ENTER, "box", root.toString(), settings.toString()));
    words.add(String.join("\n", environment));
    words.addAll(image.texts("Entrypoint"));
    words.addAll(arguments);
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }
}
