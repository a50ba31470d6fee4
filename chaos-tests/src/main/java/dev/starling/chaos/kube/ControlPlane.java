package dev.starling.chaos.kube;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A real control plane: etcd and kube-apiserver with RBAC, and the controllers on demand. Keys,
 * data and addresses stay the same when a program is started again. Closing it leaves nothing
 * behind; so does the end of this JVM in any way.
 *
 * <p>For tests only: etcd does not wait for its disk, and asks nobody on this machine who he is.
 */
public final class ControlPlane implements AutoCloseable {
  private static final Duration READY_LIMIT = Duration.ofMinutes(2);
  private static final List<String> ASK = List.of("get", "--raw=/readyz", "--request-timeout=3s");

  private static final int POLL_MILLIS = 100;
  private static final int PORT_IN_NAMESPACE = 6443;

  private final ControlPlaneSetup setup;
  private final KubeFolder folder;
  private final String url;
  private final Authority authority;
  private final Path kubeconfig;
  private final Kubectl kubectl;
  private final Server etcd;
  private final Server apiServer;
  private final List<Server> controllers;

  private ControlPlane(ControlPlaneSetup setup, KubeFolder folder) {
    this.setup = setup;
    this.folder = folder;
    int port = setup.namespace() == null ? Ports.free() : PORT_IN_NAMESPACE;
    this.url = "https://" + setup.address() + ":" + port;
    this.authority = new Authority(folder);
    String adminToken = UUID.randomUUID().toString();
    folder.write("tokens.csv", adminToken + ",admin,admin,\"system:masters\"\n");
    this.kubeconfig = writeKubeconfig("admin", "token: " + adminToken);
    this.kubectl = new Kubectl(setup, folder, kubeconfig);
    Programs programs = new Programs(setup, folder, authority, port);
    this.etcd = programs.etcd();
    this.apiServer = programs.apiServer();
    this.controllers =
        setup.controllers()
            ? List.of(programs.controllers(kubeconfig), programs.scheduler(kubeconfig))
            : List.of();
  }

  /**
   * Starts one and waits until it is ready, which takes four to six seconds on a quiet machine.
   *
   * @throws LabException with the end of the log, if it is not ready in two minutes
   */
  public static ControlPlane start(ControlPlaneSetup setup) {
    KubeFolder folder = KubeFolder.make(setup.tools());
    try {
      return start(setup, folder);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** The same in a folder that the caller closes if this fails. */
  static ControlPlane start(ControlPlaneSetup setup, KubeFolder folder) {
    ControlPlane plane = new ControlPlane(setup, folder);
    plane.etcd.start();
    plane.apiServer.start();
    plane.awaitReady();
    plane.controllers.forEach(Server::start);
    plane.awaitControllers();
    return plane;
  }

  /** Waits until kube-apiserver says that it is ready; for after a {@link Server#start}. */
  public void awaitReady() {
    Patience.await(
        "kube-apiserver is ready",
        READY_LIMIT,
        () -> {
          etcd.checkAlive();
          apiServer.checkAlive();
          Patience.pause(POLL_MILLIS);
          return kubectl.attempt(ASK, "").output().equals("ok");
        },
        () -> kubectl.attempt(ASK, "").error() + apiServer.lastLines());
  }

  /** Where kube-apiserver answers: {@code https://address:port}. */
  public String url() {
    return url;
  }

  /** The certificate of its authority, PEM. */
  public Path authorityCertificate() {
    return authority.certificate();
  }

  /** How somebody who may do everything connects. */
  public Path kubeconfig() {
    return kubeconfig;
  }

  /** How a ServiceAccount connects; its token holds for an hour. */
  public Path kubeconfig(String namespace, String serviceAccount) {
    return writeKubeconfig(
        namespace + "." + serviceAccount, "token: " + token(namespace, serviceAccount));
  }

  /** A new token of a ServiceAccount that exists, for an hour (TokenRequest). */
  public String token(String namespace, String serviceAccount) {
    return kubectl.run("create", "token", serviceAccount, "-n", namespace, "--duration=1h").strip();
  }

  /** kubectl for somebody who may do everything. */
  public Kubectl kubectl() {
    return kubectl;
  }

  /** etcd. */
  public Server etcd() {
    return etcd;
  }

  /** kube-apiserver. */
  public Server apiServer() {
    return apiServer;
  }

  /** kube-controller-manager and kube-scheduler; empty if the setup has none. */
  public List<Server> controllers() {
    return controllers;
  }

  /**
   * A further program, which is not started yet and will end with the others.
   *
   * @param name of its log
   * @param where the machine that it runs on
   */
  public Server program(String name, Namespace where, List<String> words) {
    List<String> all = new ArrayList<>(List.of("setsid"));
    all.addAll(where.command(words));
    return new Server(name, all, folder);
  }

  /** What it is made of. */
  public ControlPlaneSetup setup() {
    return setup;
  }

  /** Copies what its programs have printed into a folder, which is made if need be. */
  public void copyLogs(Path target) {
    folder.copyLogs(target);
  }

  /** Makes a folder among its files, which goes with them. */
  public Path newFolder(String name) {
    try {
      return Files.createDirectory(folder.file(name));
    } catch (IOException e) {
      throw new LabException("cannot make the folder " + name, e);
    }
  }

  /** Leaves everything in place when it is closed, until somebody runs {@link #removal}. */
  public void keep() {
    folder.keep();
  }

  /** The command that removes what {@link #keep} left. */
  public String removal() {
    return setup.tools().script("sweep") + " now " + folder.path();
  }

  /** Ends everything and removes the folder. */
  @Override
  public void close() {
    folder.close();
  }

  /** The folder of all files. */
  KubeFolder folder() {
    return folder;
  }

  /** Who signs the certificates of nodes. */
  Authority authority() {
    return authority;
  }

  /**
   * Writes how a user connects.
   *
   * @param name of the file
   * @param user lines of YAML that prove who it is, as {@code token: ...}
   */
  Path writeKubeconfig(String name, String user) {
    return folder.write(
        name + ".kubeconfig",
        """
        apiVersion: v1
        kind: Config
        clusters:
          - name: test
            cluster:
              server: %s
              certificate-authority: %s
        users:
          - name: user
            user:
        %s
        contexts:
          - name: test
            context: {cluster: test, user: user}
        current-context: test
        """
            .formatted(url, authority.certificate(), user.indent(6).stripTrailing()));
  }

  private void awaitControllers() {
    if (controllers.isEmpty()) {
      return;
    }
    Patience.await(
        "the controllers have made a ServiceAccount",
        READY_LIMIT,
        () -> {
          controllers.forEach(Server::checkAlive);
          Patience.pause(POLL_MILLIS);
          return kubectl
              .attempt(List.of("get", "serviceaccount", "default", "-n", "default"), "")
              .isSuccess();
        },
        () -> controllers.getFirst().lastLines());
  }
}
