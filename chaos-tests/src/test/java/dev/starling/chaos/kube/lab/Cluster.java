package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.kube.Kubectl;
import dev.starling.chaos.netns.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The objects of a cluster without kubelets and controllers, as these would have made them. */
final class Cluster {
  /** The IP of a second Service. */
  static final String OTHER_IP = "10.77.0.199";

  private static final String PODS =
      "{app.kubernetes.io/name: starling, app.kubernetes.io/component: speaker}";

  private final Kubectl kubectl;
  private final Plan plan;
  private final String namespace;

  /** Makes nothing yet. */
  Cluster(ControlPlane plane, Plan plan) {
    this(plane, plan, Installation.NAMESPACE);
  }

  /** The same with the speakers elsewhere. */
  Cluster(ControlPlane plane, Plan plan, String namespace) {
    this.kubectl = plane.kubectl();
    this.plan = plan;
    this.namespace = namespace;
  }

  /** Makes everything: the packages' objects, a node and a Pod each, one Service with its IPs. */
  void create(Path home, String key) {
    kubectl.apply(kubectl.kustomize(home.resolve("kustomize/base")));
    writeKey(key);
    addNodes();
    addSpeakerPods();
    makeWell();
    addService("web", plan.serviceIps());
  }

  /** Adds a node for each machine. */
  void addNodes() {
    for (String node : plan.nodes()) {
      kubectl.apply(
          """
          apiVersion: v1
          kind: Node
          metadata:
            name: %1$s
            labels: {kubernetes.io/os: linux, kubernetes.io/hostname: %1$s}
          """
              .formatted(node));
    }
  }

  /** Adds the speakers' Pods, as {@link #addPods(String, String)}. */
  void addSpeakerPods() {
    addPods("speaker", PODS);
  }

  /** Adds a Pod on the network of each node, as a kubelet would show it. */
  void addPods(String name, String labels) {
    for (String node : plan.nodes()) {
      kubectl.apply(pod(name, node, labels));
      String address = Plan.ipv4Of(node);
      podStatus(
          name + "-" + node,
          """
          {"phase":"Running","hostIP":"%1$s","hostIPs":[{"ip":"%1$s"}],
           "podIP":"%1$s","podIPs":[{"ip":"%1$s"}]}"""
              .formatted(address));
    }
  }

  /** Adds a second Service with an IP and an endpoint. */
  void addService() {
    addService("other", OTHER_IP);
  }

  /** Adds a Service with an IP, and an endpoint on each node. */
  void addService(String name, String ip) {
    addService(name, List.of(ip));
    endpoints(name, plan.nodes());
  }

  /** The same for those who are told its class. */
  void addService(String name, String ip, String loadBalancerClass) {
    String service = service(name, "RequireDualStack");
    kubectl.apply(service + "  loadBalancerClass: " + loadBalancerClass + "\n");
    assign(name, List.of(ip));
    endpoints(name, plan.nodes());
  }

  /** Adds or changes a Service that may share its IPs, with an endpoint on one node. */
  void addSharingService(String name, List<String> ips, String node) {
    addServiceToAssign(name, "RequireDualStack", "{metallb.io/allow-shared-ip: lab}");
    endpoints(name, List.of(node));
    assign(name, ips);
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
    removeServices("other");
  }

  /** Removes Services and their endpoints, as far as they are there. */
  void removeServices(String... names) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("delete", "service,endpointslice", "--ignore-not-found"));
    words.addAll(List.of(names));
    kubectl.run(words, "");
  }

  /** Removes an advertisement and the pool of the same name, as far as they are there. */
  void removeAdvertisement(String name) {
    String kinds = "l2advertisements,ipaddresspools";
    kubectl.run("delete", kinds, name, "--ignore-not-found", "-n", namespace);
  }

  /** Of each ServiceL2Status of a Service the node, and after it the interfaces if it has any. */
  List<String> statuses(String service) {
    return lines(
        "servicel2statuses",
        namespace,
        "--selector=metallb.io/service-name=" + service,
        "{.status.node} {.status.interfaces[*].name}");
  }

  /** Of each Event on a Service the reason, the Event's own name and the message. */
  List<String> events(String service) {
    return lines(
        "events",
        "default",
        "--field-selector=involvedObject.name=" + service,
        "{.reason} {.metadata.name} {.message}");
  }

  private List<String> lines(String kind, String where, String which, String each) {
    String output = "jsonpath={range .items[*]}" + each + "{\"\\n\"}{end}";
    String text = kubectl.run("get", kind, "--namespace=" + where, which, "--output=" + output);
    return text.lines().map(String::strip).sorted().toList();
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
    kubectl.run("delete", "l2advertisements,ipaddresspools", "--all", "-n", namespace);
    kubectl.apply(Workload.pools(namespace));
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
            .formatted(namespace, key));
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
            .formatted(name, namespace, spec));
  }

  /** Replaces the ranges of the pool. */
  void pool(String addresses) {
    pool("lab", addresses);
  }

  /** Makes a pool, or replaces its ranges. */
  void pool(String name, String addresses) {
    kubectl.apply(
        """
        apiVersion: metallb.io/v1beta1
        kind: IPAddressPool
        metadata: {name: %s, namespace: %s}
        spec: {addresses: %s}
        """
            .formatted(name, namespace, addresses));
  }

  /** Adds a Service whose IPs somebody else assigns, with an endpoint on each node. */
  void addServiceToAssign(String name, String families, String annotations) {
    kubectl.apply(
        service(name, families)
            .replace(
                "namespace: default}", "namespace: default, annotations: " + annotations + "}"));
    endpoints(name, plan.nodes());
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

  private void podStatus(String name, String status) {
    kubectl.run(
        "patch",
        "pod",
        name,
        "-n",
        namespace,
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\":" + status + "}");
  }

  private String pod(String name, String node, String labels) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s-%2$s, namespace: %3$s, labels: %4$s}
        spec:
          nodeName: %2$s
          hostNetwork: true
          containers: [{name: speaker, image: 'localhost/starling:dev'}]
        """
        .formatted(name, node, namespace, labels);
  }
}
