package dev.starling.chaos.kube.lab;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The objects that a user of the lab's cluster makes, as YAML or JSON. */
final class Workload {
  /** The Service whose traffic stays on the node that announces its IPs. */
  static final String LOCAL = "echo";

  /** The Service that kube-proxy balances over the Pods of all nodes. */
  static final String BALANCED = "echo-balanced";

  /** The pool of service IPs. */
  static final String POOL = "[10.77.0.128-10.77.0.199, fd77::80-fd77::ffff]";

  private Workload() {}

  /** A Pod of the echo on each node, and both Services. */
  static String echo() {
    String path = Echo.class.getName().replace('.', '/') + ".class";
    try (InputStream in = Echo.class.getResourceAsStream("/" + path)) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      String code = Base64.getEncoder().encodeToString(bytes);
      return objects(code, Echo.class.getName(), path);
    } catch (IOException e) {
      throw new LabException("cannot read the echo's class", e);
    }
  }

  /** The pool in MetalLB's words. */
  static String pools(String namespace) {
    return """
        apiVersion: metallb.io/v1beta1
        kind: IPAddressPool
        metadata: {name: lab, namespace: %1$s}
        spec: {addresses: %2$s}
        ---
        apiVersion: metallb.io/v1beta1
        kind: L2Advertisement
        metadata: {name: lab, namespace: %1$s}
        spec: {ipAddressPools: [lab]}
        """
        .formatted(namespace, POOL);
  }

  /** The speakers' settings in a cluster that has none of MetalLB's kinds. */
  static String settingsWithPool() {
    return """
        keyFile: /etc/starling-key/secretkey
        kubernetes:
          pools:
            - {name: lab, addresses: %s}
        """
        .formatted(POOL);
  }

  /** What an address manager writes into the status of a Service. */
  static String assigned(List<String> ips) {
    return ips.stream()
        .map("{\"ip\":\"%s\"}"::formatted)
        .collect(Collectors.joining(",", "{\"status\":{\"loadBalancer\":{\"ingress\":[", "]}}}"));
  }

  private static String objects(String code, String type, String path) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: echo, namespace: default}
        binaryData: {class: %1$s}
        ---
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: echo, namespace: default}
        spec:
          selector: {matchLabels: {app: echo}}
          template:
            metadata: {labels: {app: echo}}
            spec:
              terminationGracePeriodSeconds: 0
              containers:
                - name: echo
                  # The speaker's image has a Java; it is on the nodes already.
                  image: localhost/starling:dev
                  imagePullPolicy: Never
                  command: [/opt/java/bin/java, -XX:+UseSerialGC, -XX:TieredStopAtLevel=1, -Xmx16m]
                  args: [-XX:-UsePerfData, -cp, /echo, %2$s, $(NODE)]
                  env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]
                  readinessProbe: {tcpSocket: {port: 7777}, periodSeconds: 1}
                  volumeMounts: [{name: echo, mountPath: /echo}]
              volumes:
                - name: echo
                  configMap: {name: echo, items: [{key: class, path: %3$s}]}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: echo, namespace: default}
        spec:
          type: LoadBalancer
          externalTrafficPolicy: Local
          ipFamilyPolicy: RequireDualStack
          selector: {app: echo}
          ports: [{name: datagrams, port: 7777, protocol: UDP}]
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: echo-balanced, namespace: default}
        spec:
          type: LoadBalancer
          selector: {app: echo}
          ports: [{name: connections, port: 7777, protocol: TCP}]
        """
        .formatted(code, type, path);
  }
}
