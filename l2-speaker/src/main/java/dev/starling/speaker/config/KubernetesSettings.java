package dev.starling.speaker.config;

import dev.starling.speaker.config.Setting.Kind;
import java.util.List;

/** The part of the table of settings that is about Kubernetes. */
final class KubernetesSettings {
  private static final String KUBERNETES = Settings.KUBERNETES + ".";

  /** What MetalLB's speaker leaves out by default. */
  static final List<String> NOT_GENERAL =
      List.of(
          "^docker",
          "^cbr",
          "^dummy",
          "^virbr",
          "^lxcbr",
          "^veth",
          "^lo$",
          "^cali",
          "^tunl",
          "^flannel",
          "^kube-ipvs",
          "^cni",
          "^nodelocaldns",
          "^lxc");

  static final Setting NAMESPACE =
      text(
          "namespace",
          "`STARLING_NAMESPACE`, then the service account's",
          63,
          false,
          "Where the speakers' Pods and the Secret with the key are.");
  static final Setting KUBECONFIG =
      text(
          "kubeconfig",
          "as a Pod does",
          4_096,
          false,
          "File that tells how to reach the API server, and as whom.");
  static final Setting METALLB_NAMESPACE =
      text(
          "metallbNamespace",
          "`namespace`",
          63,
          false,
          "Where MetalLB's pools and advertisements are.");
  static final Setting POD_SELECTOR =
      optional(
          "podSelector",
          Kind.TEXT,
          "app.kubernetes.io/name=starling,app.kubernetes.io/component=speaker",
          1_000,
          false,
          "Labels of the speakers' Pods. Their nodes are the ones that a start waits for, and a"
              + " majority is counted against.");
  static final Setting SECRET =
      optional(
          "secret",
          Kind.TEXT,
          "memberlist",
          253,
          false,
          "Secret whose `secretkey` is the key. It is watched beside `keyFile`, which the kubelet"
              + " may update a minute later; empty: only the file counts.");
  static final Setting LOAD_BALANCER_CLASS =
      text(
          "loadBalancerClass",
          "Services without one",
          253,
          true,
          "Announce the Services of this class, and no others.");
  static final Setting IGNORE_EXCLUDE_LABEL =
      flag(
          "ignoreExcludeLabel",
          "Let nodes announce that have the label"
              + " `node.kubernetes.io/exclude-from-external-load-balancers`.");
  static final Setting NOT_READY =
      flag("notReady", "Let no node announce whose condition `Ready` is other than true.");
  static final Setting OUT_OF_SERVICE =
      flag(
          "outOfService",
          "Let no node announce that has the taint `node.kubernetes.io/out-of-service`.");
  static final Setting CORDONED = flag("cordoned", "Let no node announce that is cordoned.");
  static final Setting DRAIN_ANNOTATION =
      text(
          "drainAnnotation",
          "none",
          317,
          false,
          "Annotation of a Node that keeps it from announcing, unless its value is `false`: for a"
              + " planned move, `starling.dev/drain` for example.");
  static final Setting EXCLUDE_INTERFACES =
      new Setting(
          KUBERNETES + "excludeInterfaces",
          Kind.NAMES,
          null,
          "those of containers and tunnels, as MetalLB has them",
          0,
          64,
          true,
          "Regular expressions. Interfaces that match one are not meant where an advertisement"
              + " names no interfaces.");
  static final Setting POOLS =
      new Setting(
          KUBERNETES + "pools",
          Kind.SECTIONS,
          null,
          "none",
          1,
          1_000,
          true,
          "Addresses to announce in a cluster without an IPAddressPool of MetalLB; without effect"
              + " in one that has any.");
  static final Setting POOL_NAME =
      new Setting(
          POOLS.key() + "[].name", Kind.TEXT, null, "required", 1, 253, true, "Name of the pool.");
  static final Setting POOL_ADDRESSES =
      new Setting(
          POOLS.key() + "[].addresses",
          Kind.NAMES,
          null,
          "required",
          1,
          1_000,
          true,
          "Prefixes (`192.0.2.0/24`) and ranges (`192.0.2.10-192.0.2.20`).");
  static final Setting POOL_INTERFACES =
      new Setting(
          POOLS.key() + "[].interfaces",
          Kind.NAMES,
          null,
          "all but `excludeInterfaces`",
          1,
          16,
          true,
          "Links to answer on.");
  static final Setting POOL_POLICY =
      new Setting(
          POOLS.key() + "[].policy",
          Kind.CHOICE,
          "available",
          "`available`",
          0,
          0,
          true,
          "As `services[].policy`, for the Services that have no annotation `starling.dev/policy`.");
  static final Setting STATUS =
      optional(
          "status",
          Kind.FLAG,
          "true",
          0,
          false,
          "Write a ServiceL2Status for each owned Service, if the cluster knows that kind.");
  static final Setting EVENTS =
      optional(
          "events",
          Kind.FLAG,
          "true",
          0,
          false,
          "Write an Event when a Service changes its owner.");
  static final Setting CACHE_FILE =
      text(
          "cacheFile",
          "none",
          4_096,
          false,
          "File that keeps the last known peers and services, so that a start needs no API"
              + " server.");
  static final Setting AUTO_ROTATE =
      new Setting(
          KUBERNETES + "autoRotate",
          Kind.DURATION,
          null,
          "never",
          600_000,
          366L * 24 * 3_600_000,
          false,
          "How old a key gets before one speaker writes a new random one into the Secret. Needs"
              + " the right to patch it.");

  static final List<Setting> ALL =
      List.of(
          NAMESPACE,
          KUBECONFIG,
          METALLB_NAMESPACE,
          POD_SELECTOR,
          SECRET,
          LOAD_BALANCER_CLASS,
          IGNORE_EXCLUDE_LABEL,
          NOT_READY,
          OUT_OF_SERVICE,
          CORDONED,
          DRAIN_ANNOTATION,
          EXCLUDE_INTERFACES,
          POOLS,
          POOL_NAME,
          POOL_ADDRESSES,
          POOL_INTERFACES,
          POOL_POLICY,
          STATUS,
          EVENTS,
          CACHE_FILE,
          AUTO_ROTATE);

  private KubernetesSettings() {}

  private static Setting flag(String name, String doc) {
    return optional(name, Kind.FLAG, "false", 0, true, doc);
  }

  private static Setting text(String name, String fallback, long max, boolean live, String doc) {
    return new Setting(KUBERNETES + name, Kind.TEXT, null, fallback, 1, max, live, doc);
  }

  private static Setting optional(
      String name, Kind kind, String defaultText, long max, boolean live, String doc) {
    String fallback = "`" + defaultText + "`";
    return new Setting(KUBERNETES + name, kind, defaultText, fallback, 0, max, live, doc);
  }
}
