package dev.starling.chaos.kube;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The files that {@code chaos-tests/kube/node} reads. */
final class NodeFiles {
  /** Where the addresses of all Pods are from. */
  private static final String POD_RANGES = "10.244.0.0/16,fd24::/48";

  private final ControlPlane plane;
  private final NodeSetup setup;
  private final Path folder;

  NodeFiles(ControlPlane plane, NodeSetup setup) {
    this.plane = plane;
    this.setup = setup;
    this.folder = plane.folder().file(setup.name());
  }

  /** Where they are. */
  Path folder() {
    return folder;
  }

  /** Makes all of them. */
  void write() {
    try {
      for (String name : List.of("cni", "images", "logs")) {
        Files.createDirectories(folder.resolve(name));
      }
      for (Path image : setup.images()) {
        Files.copy(
            image,
            folder.resolve("images").resolve(image.getFileName()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new LabException("cannot make " + folder, e);
    }
    write("node", node());
    write("containerd.toml", containerd());
    write("cni/10-bridge.conflist", bridge());
    identify("kubelet", "O = system:nodes\nCN = system:node:" + setup.name());
    write("kubelet.yaml", kubelet());
    if (setup.proxy()) {
      identify("kube-proxy", "CN = system:kube-proxy");
      write("kube-proxy.yaml", proxy());
    }
  }

  private void write(String name, String text) {
    plane.folder().write(setup.name() + "/" + name, text);
  }

  /** Gives a program of the node a certificate of its own, and a kubeconfig with it. */
  private void identify(String program, String subject) {
    String name = setup.name() + "/" + program;
    List<String> names = new ArrayList<>(List.of("DNS:" + setup.name()));
    setup.addresses().forEach(address -> names.add("IP:" + address));
    plane.authority().issue(name, subject, names);
    plane.writeKubeconfig(
        name,
        """
        client-certificate: %s
        client-key: %s
        """
            .formatted(plane.authority().certificate(name), plane.authority().key(name)));
  }

  private String node() {
    return """
        name=%s
        network=%s
        addresses=%s
        assets='%s'
        cgroup=starling-%s/%1$s
        """
        .formatted(
            setup.name(),
            setup.namespace().name(),
            String.join(",", setup.addresses()),
            plane.setup().tools().folder(),
            plane.folder().path().getFileName());
  }

  /** Where root may not lower an oom score, runc fails unless it is told to leave it. */
  private String containerd() {
    return """
        version = 2
        root = "%1$s/containerd"
        state = "%1$s/run"
        [grpc]
          address = "%1$s/containerd.sock"
        [plugins."io.containerd.grpc.v1.cri"]
          sandbox_image = "%2$s"
          disable_apparmor = true
          restrict_oom_score_adj = true
        [plugins."io.containerd.grpc.v1.cri".cni]
          bin_dir = "%3$s"
          conf_dir = "%1$s/cni"
        [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
          runtime_type = "io.containerd.runc.v2"
        """
        .formatted(folder, Images.PAUSE, plugins());
  }

  private static Path plugins() {
    return List.of(Path.of("/usr/lib/cni"), Path.of("/opt/cni/bin")).stream()
        .filter(path -> Files.isExecutable(path.resolve("bridge")))
        .findFirst()
        .orElseThrow(() -> new LabException("no CNI plugins: containernetworking-plugins"));
  }

  private String bridge() {
    return """
        {"cniVersion": "0.4.0", "name": "pods", "plugins": [{
          "type": "bridge", "bridge": "cni0", "isGateway": true, "forceAddress": true,
          "ipam": {
            "type": "host-local",
            "dataDir": "%s/run/addresses",
            "ranges": [%s],
            "routes": [{"dst": "0.0.0.0/0"}, {"dst": "::/0"}]
          }
        }]}
        """
        .formatted(
            folder,
            setup.podRanges().stream()
                .map("[{\"subnet\": \"%s\"}]"::formatted)
                .collect(Collectors.joining(", ")));
  }

  private String kubelet() {
    return """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        containerRuntimeEndpoint: unix://%1$s/containerd.sock
        cgroupDriver: cgroupfs
        failCgroupV1: false
        failSwapOn: false
        authentication:
          anonymous: {enabled: false}
          webhook: {enabled: true}
          x509: {clientCAFile: %2$s}
        authorization: {mode: Webhook}
        tlsCertFile: %1$s/kubelet.crt
        tlsPrivateKeyFile: %1$s/kubelet.key
        podLogsDir: %1$s/logs
        resolvConf: ""
        nodeStatusUpdateFrequency: 2s
        nodeLeaseDurationSeconds: 8
        # The disk and memory of the test's machine are nobody's to evict for.
        imageGCHighThresholdPercent: 100
        evictionHard:
          memory.available: 1Mi
          nodefs.available: "0%%"
          nodefs.inodesFree: "0%%"
          imagefs.available: "0%%"
        """
        .formatted(folder, plane.authority().certificate());
  }

  private String proxy() {
    return """
        apiVersion: kubeproxy.config.k8s.io/v1alpha1
        kind: KubeProxyConfiguration
        mode: nftables
        hostnameOverride: %s
        clientConnection: {kubeconfig: %s/kube-proxy.kubeconfig}
        clusterCIDR: %s
        # The kernel's limits are the test's machine's.
        conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
        nftables: {syncPeriod: 30s, minSyncPeriod: 50ms}
        """
        .formatted(setup.name(), folder, POD_RANGES);
  }
}
