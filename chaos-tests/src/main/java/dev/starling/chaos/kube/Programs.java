package dev.starling.chaos.kube;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The programs of a control plane and their flags. */
final class Programs {
  /** Where Services get their cluster IPs from; the first address is that of kube-apiserver. */
  private static final String SERVICE_RANGES = "10.96.0.0/16,fd96::/112";

  private static final String KUBERNETES_SERVICE_IP = "10.96.0.1";
  private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";
  private static final int ETCD_PORT_IN_NAMESPACE = 2379;
  private static final String SERVER = "server";
  private static final String KUBELET_CLIENT = "kubelet-client";
  private static final String SERVICE_ACCOUNTS = "service-accounts";

  private final ControlPlaneSetup setup;
  private final KubeFolder folder;
  private final Authority authority;
  private final int port;
  private final String etcdUrl;

  /** Makes the keys that they need. */
  Programs(ControlPlaneSetup setup, KubeFolder folder, Authority authority, int port) {
    this.setup = setup;
    this.folder = folder;
    this.authority = authority;
    this.port = port;
    int etcdPort = setup.namespace() == null ? Ports.free() : ETCD_PORT_IN_NAMESPACE;
    this.etcdUrl = "http://127.0.0.1:" + etcdPort;
    authority.issue(
        SERVER,
        "CN = kube-apiserver",
        List.of(
            "IP:127.0.0.1",
            "IP:" + setup.address(),
            "IP:" + KUBERNETES_SERVICE_IP,
            "DNS:localhost",
            "DNS:kubernetes",
            "DNS:kubernetes.default",
            "DNS:kubernetes.default.svc"));
    authority.issue(KUBELET_CLIENT, "O = system:masters\nCN = kube-apiserver", List.of());
    authority.issue(SERVICE_ACCOUNTS, "CN = service accounts", List.of());
  }

  /** A single member that nobody joins. */
  Server etcd() {
    return server(
        "etcd",
        List.of(
            "--data-dir=" + folder.file("etcd"),
            "--listen-client-urls=" + etcdUrl,
            "--advertise-client-urls=" + etcdUrl,
            // Nobody calls it, so that any free port will do.
            "--listen-peer-urls=http://127.0.0.1:0",
            "--unsafe-no-fsync",
            "--log-level=warn"));
  }

  /** With RBAC, node authorization and the usual admission. */
  Server apiServer() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--etcd-servers=" + etcdUrl,
                "--bind-address=" + (setup.isLoopback() ? setup.address() : "0.0.0.0"),
                "--advertise-address=" + setup.address(),
                "--secure-port=" + port,
                "--tls-cert-file=" + authority.certificate(SERVER),
                "--tls-private-key-file=" + authority.key(SERVER),
                "--client-ca-file=" + authority.certificate(),
                "--token-auth-file=" + folder.file("tokens.csv"),
                "--service-account-issuer=" + ISSUER,
                "--service-account-key-file=" + authority.certificate(SERVICE_ACCOUNTS),
                "--service-account-signing-key-file=" + authority.key(SERVICE_ACCOUNTS),
                "--authorization-mode=Node,RBAC",
                "--allow-privileged=true",
                "--service-cluster-ip-range=" + SERVICE_RANGES,
                "--shutdown-watch-termination-grace-period=1s",
                "--kubelet-preferred-address-types=InternalIP",
                "--kubelet-certificate-authority=" + authority.certificate(),
                "--kubelet-client-certificate=" + authority.certificate(KUBELET_CLIENT),
                "--kubelet-client-key=" + authority.key(KUBELET_CLIENT)));
    if (setup.isLoopback()) {
      // The endpoint of the Service "kubernetes" may not be a loopback address.
      flags.add("--endpoint-reconciler-type=none");
    }
    if (!setup.controllers()) {
      // Nobody makes default ServiceAccounts, and with this no Pod could be made without one.
      flags.add("--disable-admission-plugins=ServiceAccount");
    }
    return server("kube-apiserver", flags);
  }

  /** kube-controller-manager. */
  Server controllers(Path kubeconfig) {
    return server(
        "kube-controller-manager",
        List.of(
            "--kubeconfig=" + kubeconfig,
            "--leader-elect=false",
            "--secure-port=0",
            // Its usual place is outside of the folder, and it would make it.
            "--flex-volume-plugin-dir=" + folder.file("volume-plugins"),
            "--root-ca-file=" + authority.certificate(),
            "--service-account-private-key-file=" + authority.key(SERVICE_ACCOUNTS)));
  }

  /** kube-scheduler. */
  Server scheduler(Path kubeconfig) {
    return server(
        "kube-scheduler",
        List.of("--kubeconfig=" + kubeconfig, "--leader-elect=false", "--secure-port=0"));
  }

  private Server server(String name, List<String> flags) {
    // setsid: a terminal's Ctrl-C is for the test. It and ip replace themselves, so the process id
    // is the program's own.
    List<String> words = new ArrayList<>(List.of("setsid"));
    List<String> program = new ArrayList<>(List.of(setup.tools().path(name)));
    program.addAll(flags);
    program.addAll(setup.flagsOf(name));
    words.addAll(setup.command(program));
    return new Server(name, words, folder);
  }
}
