package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.netns.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The objects of a cluster without kubelets and controllers, as these would have made them. */
final class Cluster {
  /** The IP of a second Service. */
  static final String OTHER_IP = "10.77.0.199";

  private static final String NAMESPACE = Installation.NAMESPACE;

  private final Kubectl kubectl;
  private final Plan plan;

  /** Makes nothing yet. */
  Cluster(ControlPlane plane, Plan plan) {
    this.kubectl = plane.kubectl();
    this.plan = plan;
  }

  /** Makes everything: the packages' objects, a node and a Pod each, one Service with its IPs. */
  void create(Path home, String key) {
    kubectl.apply(kubectl.kustomize(home.resolve("kustomize/base")));
    writeKey(key);
    for (String node : plan.nodes()) {
      kubectl.apply(nodeAndPod(node));
      String address = Plan.ipv4Of(node);
      status(
          "pod",
          "speaker-" + node,
          NAMESPACE,
          "{\"phase\":\"Running\",\"hostIP\":\""
              + address
              + "\",\"hostIPs\":[{\"ip\":\""
              + address
              + "\"}]}");
    }
    makeWell();
    addService("web", plan.serviceIps());
  }

  /** Adds a second Service with an IP and an endpoint. */
  void addService() {
    addService("other", List.of(OTHER_IP));
    endpoints("other", plan.nodes());
  }

  /**
   * Adds Services with an IPv4 IP each, from 10.78.0.0 on, and an endpoint on each node.
   *
   * @param assigner gives them their IPs, by their names
   */
  void addServices(int from, int to, BiConsumer<String, String> assigner) {
    StringBuilder objects = new StringBuilder();
    for (int number = from; number < to; number++) {
      objects.append(service("many-" + number, "SingleStack")).append("---\n");
      objects.append(slice("many-" + number, plan.nodes())).append("---\n");
    }
    kubectl.run(List.of("create", "-f", "-"), objects.toString());
    for (int number = from; number < to; number++) {
      assigner.accept("many-" + number, ipOf(number));
    }
  }

  /** The IP of one of many Services. */
  static String ipOf(int number) {
    return "10.78." + number / 250 + "." + (1 + number % 250);
  }

  /** Adds nodes without a speaker. */
  void addNodes(int count) {
    StringBuilder objects = new StringBuilder();
    for (int number = 0; number < count; number++) {
      objects.append(
          """
          apiVersion: v1
          kind: Node
          metadata: {name: idle-%1$s, labels: {kubernetes.io/os: linux, kubernetes.io/hostname: idle-%1$s}}
          ---
          """
              .formatted(number));
    }
    kubectl.run(List.of("create", "-f", "-"), objects.toString());
  }

  /** Removes the second Service. */
  void removeService() {
    kubectl.run("delete", "service,endpointslice", "other");
  }

  private void addService(String name, List<String> ips) {
    kubectl.apply(service(name, "RequireDualStack"));
    assign(name, ips);
  }

  private static String service(String name, String families) {
    return """
        apiVersion: v1
        kind: Service
        metadata: {name: %s, namespace: default}
        spec:
          type: LoadBalancer
          allocateLoadBalancerNodePorts: false
          ipFamilyPolicy: %s
          ports: [{port: 7777, protocol: UDP}]
        """
        .formatted(name, families);
  }

  /** Puts everything back that a test may have changed, but for the Service's IPs. */
  void makeWell() {
    kubectl.run("delete", "l2advertisements,ipaddresspools", "--all", "-n", NAMESPACE);
    kubectl.apply(Workload.pools(NAMESPACE));
    for (String node : plan.nodes()) {
      condition(node, "NetworkUnavailable", "False");
      label("node", node, "node.kubernetes.io/exclude-from-external-load-balancers-");
      label("node", node, "starling.test/rack-");
    }
    endpoints(plan.nodes());
  }

  /** Replaces the key in the Secret. */
  void writeKey(String key) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: memberlist, namespace: %s}
        stringData: {secretkey: %s}
        """
            .formatted(NAMESPACE, key));
  }

  /** Gives the Service these IPs. */
  void assign(List<String> ips) {
    assign("web", ips);
  }

  private void assign(String service, List<String> ips) {
    kubectl.run(
        "patch",
        "service",
        service,
        "--subresource=status",
        "--type=merge",
        "--patch=" + Workload.assigned(ips));
  }

  /** Changes the specification of the Service. */
  void service(String spec) {
    kubectl.run("patch", "service", "web", "--type=merge", "--patch={\"spec\":" + spec + "}");
  }

  /** Says that a node has a condition. */
  void condition(String node, String type, String value) {
    kubectl.run(
        "patch",
        "node",
        node,
        "--subresource=status",
        "--type=strategic",
        "--patch={\"status\":{\"conditions\":[{\"type\":\"%s\",\"status\":\"%s\"}]}}"
            .formatted(type, value));
  }

  /** Sets, or with a dash at its end removes, a label. */
  void label(String kind, String name, String label) {
    kubectl.run("label", kind, name, "--overwrite", label);
  }

  /** Replaces the advertisement. */
  void advertise(String spec) {
    advertise("lab", spec);
  }

  /** Makes or replaces an advertisement. */
  void advertise(String name, String spec) {
    kubectl.apply(
        """
        apiVersion: metallb.io/v1beta1
        kind: L2Advertisement
        metadata: {name: %s, namespace: %s}
        spec: %s
        """
            .formatted(name, NAMESPACE, spec));
  }

  /** Replaces the ranges of the pool. */
  void pool(String addresses) {
    kubectl.apply(
        """
        apiVersion: metallb.io/v1beta1
        kind: IPAddressPool
        metadata: {name: lab, namespace: %s}
        spec: {addresses: %s}
        """
            .formatted(NAMESPACE, addresses));
  }

  /** The Service has a ready endpoint on each of these nodes, and on no other. */
  void endpoints(List<String> nodes) {
    endpoints("web", nodes);
  }

  private void endpoints(String service, List<String> nodes) {
    kubectl.apply(slice(service, nodes));
  }

  private static String slice(String service, List<String> nodes) {
    String list =
        nodes.stream()
            .map(
                node ->
                    "{addresses: [10.244.%s.2], nodeName: %s, conditions: {ready: true}}"
                        .formatted(Plan.number(node), node))
            .collect(Collectors.joining(", "));
    return """
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: {name: %1$s, namespace: default, labels: {kubernetes.io/service-name: %1$s}}
        addressType: IPv4
        ports: [{port: 7777, protocol: UDP}]
        endpoints: [%2$s]
        """
        .formatted(service, list);
  }

  private void status(String kind, String name, String namespace, String status) {
    kubectl.run(
        "patch",
        kind,
        name,
        "-n",
        namespace,
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\":" + status + "}");
  }

  private static String nodeAndPod(String node) {
    return """
        apiVersion: v1
        kind: Node
        metadata:
          name: %1$s
          labels: {kubernetes.io/os: linux, kubernetes.io/hostname: %1$s}
        ---
        apiVersion: v1
        kind: Pod
        metadata:
          name: speaker-%1$s
          namespace: %2$s
          labels: {app.kubernetes.io/name: starling, app.kubernetes.io/component: speaker}
        spec:
          nodeName: %1$s
          hostNetwork: true
          containers: [{name: speaker, image: 'localhost/starling:dev'}]
        """
        .formatted(node, NAMESPACE);
  }
}
