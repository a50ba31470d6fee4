package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * A real node: containerd, runc, kubelet, and kube-proxy if wanted, in a network namespace. It ends
 * with its control plane. Needs root, and a control plane with controllers.
 *
 * <p>Without power nothing of it runs, yet its network namespace still answers for the node's own
 * address; cut its cable too, as the lab's switch can.
 */
public final class KubeNode {
  private static final Duration READY_LIMIT = Duration.ofMinutes(3);
  private static final int POLL_MILLIS = 200;

  private final ControlPlane plane;
  private final NodeSetup setup;
  private final Path folder;
  private final Server server;
  private Instant booted = Instant.MIN;

  /** Makes the node's files; it has no power yet. */
  public KubeNode(ControlPlane plane, NodeSetup setup) {
    this.plane = plane;
    this.setup = setup;
    NodeFiles files = new NodeFiles(plane, setup);
    files.write();
    this.folder = files.folder();
    this.server =
        new Server(
            "the node " + setup.name(),
            List.of("setsid", plane.setup().tools().script("node"), folder.toString()),
            plane.folder(),
            folder.resolve("node.log"));
  }

  /** The name of the Node object. */
  public String name() {
    return setup.name();
  }

  /** What it is made of. */
  public NodeSetup setup() {
    return setup;
  }

  /** Whether it has power. */
  public boolean isRunning() {
    return server.isRunning();
  }

  /** Gives it power, and returns the moment before. */
  public long boot() {
    booted = Instant.now();
    return server.start();
  }

  /** Takes the power from it, waits until no process is left, and returns the moment before. */
  public long powerOff() {
    return server.killChild();
  }

  /** Waits until the kubelet of the present life says that the node is ready. */
  public void awaitReady() {
    Patience.await(
        "the node " + name() + " is ready",
        READY_LIMIT,
        () -> {
          server.checkAlive();
          Patience.pause(POLL_MILLIS);
          return isReady();
        },
        () ->
            String.join(
                "\n",
                condition("{.status.conditions[?(@.type==\"Ready\")]}"),
                server.lastLines(),
                Server.lastLines(folder.resolve("containerd.log")),
                Server.lastLines(folder.resolve("kubelet.log"))));
  }

  /** Whether its Node object says that it is ready, be it of an earlier life. */
  public boolean isMarkedReady() {
    return condition("{.status.conditions[?(@.type==\"Ready\")].status}").equals("True");
  }

  /** Imports an image from an OCI or docker archive while it runs. */
  public void importImage(Path archive) {
    server.checkAlive();
    String socket = folder.resolve("containerd.sock").toString();
    Command.run(
        List.of("ctr", "-a", socket, "-n", "k8s.io", "images", "import", archive.toString()));
  }

  private boolean isReady() {
    // Only this life's kubelet renews the lease after the boot.
    Outcome renewed =
        plane
            .kubectl()
            .attempt(
                List.of(
                    "get",
                    "lease",
                    name(),
                    "-n",
                    "kube-node-lease",
                    "-o",
                    "jsonpath={.spec.renewTime}"),
                "");
    return renewed.isSuccess() && isSinceBoot(renewed.output()) && isMarkedReady();
  }

  private boolean isSinceBoot(String time) {
    try {
      return Instant.parse(time).isAfter(booted);
    } catch (DateTimeParseException e) {
      throw new LabException("no time: " + time, e);
    }
  }

  private String condition(String path) {
    return plane
        .kubectl()
        .attempt(List.of("get", "node", name(), "-o", "jsonpath=" + path), "")
        .output();
  }
}
