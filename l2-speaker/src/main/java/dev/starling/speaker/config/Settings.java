package dev.starling.speaker.config;

import dev.starling.speaker.config.Setting.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of settings: defaults, limits, the check for unknown keys and the README's table all
 * come from here.
 */
public final class Settings {
  /** The largest file that is read. */
  public static final int MAX_FILE_BYTES = 4 * 1024 * 1024;

  /** The most service IPs in all services together. */
  public static final int MAX_IPS = 20_000;

  static final Setting NODE =
      new Setting(
          "node",
          Kind.NAME,
          null,
          "`STARLING_NODE` of the environment, then the host name",
          1,
          253,
          false,
          "Name of this node. The election hashes it: a node under a new name owns other IPs.");
  static final Setting BIND =
      new Setting(
          "bind",
          Kind.ADDRESS,
          null,
          "`STARLING_BIND` of the environment; required without it",
          0,
          0,
          false,
          "Address of this node that the other speakers reach it at.");
  static final Setting PORT =
      optional("port", Kind.INTEGER, "7946", 1, 65_535, false)
          .saying("UDP port that speakers talk on.");
  static final Setting CLUSTER =
      optional("cluster", Kind.NAME, "starling", 1, 64, false)
          .saying("Name of the group. Speakers of another name are not heard.");
  static final Setting PEERS =
      new Setting(
          "peers",
          Kind.SECTIONS,
          null,
          "required, or `oneNodeCluster: true`, or `kubernetes`",
          1,
          1_024,
          true,
          "The other speakers, without this one. They are the ones that a start waits for, and a"
              + " majority is counted against.");
  static final Setting PEER_NAME =
      required("peers[].name", Kind.NAME, 1, 253, true).saying("The peer's `node`.");
  static final Setting PEER_ADDRESS =
      required("peers[].address", Kind.ADDRESS, 0, 0, true)
          .saying("The peer's `bind`, of the same family as this node's.");
  static final Setting PEER_PORT =
      new Setting(
          "peers[].port",
          Kind.INTEGER,
          null,
          "`port` of this node",
          1,
          65_535,
          true,
          "The peer's `port`.");
  static final Setting ONE_NODE_CLUSTER =
      optional("oneNodeCluster", Kind.FLAG, "false", 0, 0, false)
          .saying("Says that there are no peers, so that an empty list is no mistake.");
  static final Setting KEY_FILE =
      required("keyFile", Kind.TEXT, 1, 4_096, true)
          .saying(
              "File with the cluster's key, as `starling keygen` prints it. A relative path starts"
                  + " at the folder of this file.");
  static final Setting SERVICES =
      optional("services", Kind.SECTIONS, "[]", 0, 10_000, true)
          .saying("What the cluster answers for. The same on every node.");
  static final Setting SERVICE_NAME =
      required("services[].name", Kind.NAME, 1, 253, true)
          .saying("Name of the service, for people.");
  static final Setting SERVICE_IPS =
      required("services[].ips", Kind.ADDRESSES, 1, MAX_IPS, true)
          .saying("Its IPs, of either family. At most 20000 in all services together.");
  static final Setting SERVICE_INTERFACES =
      new Setting(
          "services[].interfaces",
          Kind.NAMES,
          null,
          "the link that has `bind`",
          1,
          16,
          true,
          "Links to answer on. A node where none of them is usable cannot own the IPs.");
  static final Setting SERVICE_NODES =
      new Setting(
          "services[].nodes",
          Kind.NAMES,
          null,
          "any node",
          1,
          1_025,
          true,
          "Nodes that may own the IPs.");
  static final Setting SERVICE_POLICY =
      optional("services[].policy", Kind.CHOICE, "available", 0, 0, true)
          .saying(
              "In a split, `available` lets each side serve its own clients; `unique` keeps every"
                  + " side without a majority of all speakers silent, and wants as many"
                  + " `detection.observers` as there are peers.");
  static final Setting WITNESS =
      new Setting(
          "witness",
          Kind.ADDRESSES,
          null,
          "the default gateway of the link",
          1,
          16,
          true,
          "Neighbours that a speaker asks, when it hears no other speaker, to learn whether its own"
              + " link is the fault. One answer is enough.");
  static final Setting DRAIN =
      optional("drain", Kind.FLAG, "false", 0, 0, true)
          .saying("Hands every IP over to the other nodes, and claims none, for as long as true.");
  static final Setting DETECTION_INTERVAL =
      optional("detection.interval", Kind.DURATION, "50ms", 5, 5_000, false)
          .saying("Between two probes of a member. Shorter: steadier leases, more datagrams.");
  static final Setting DETECTION_TIMEOUT =
      optional("detection.timeout", Kind.DURATION, "200ms", 20, 60_000, false)
          .saying(
              "Silence after which an observer reports a member. Shorter: faster failover, more"
                  + " false ones on busy nodes. The same on every node: while it differs, a node that"
                  + " is cut off may answer until the longest has passed.");
  static final Setting DETECTION_OBSERVERS =
      new Setting(
          "detection.observers",
          Kind.INTEGER,
          "4",
          "`4`, or `16` with Kubernetes",
          1,
          16,
          false,
          "How many members watch each member, at most all others. More: surer, more datagrams.");
  static final Setting SETTLE =
      optional("settle", Kind.DURATION, "1s", 100, 60_000, false)
          .saying(
              "How long a start waits for peers that it does not hear. Longer: surer that it takes"
                  + " no IP from a living owner, slower start without them.");
  static final Setting REALTIME =
      optional("realtime", Kind.FLAG, "false", 0, 0, false)
          .saying(
              "Asks the kernel for real-time priority (SCHED_RR), so that a busy node delays the"
                  + " speaker less. Needs CAP_SYS_NICE; without it all goes on as before.");
  static final Setting HTTP_ADDRESS =
      optional("http.address", Kind.ADDRESS, "127.0.0.1", 0, 0, false)
          .saying("Where health, status and metrics are served, without a password.");
  static final Setting HTTP_PORT =
      optional("http.port", Kind.INTEGER, "7473", 1, 65_535, false).saying("Its TCP port.");

  /** Every setting, in the order of the README's table. */
  public static final List<Setting> ALL =
      Stream.concat(
              Stream.of(
                  NODE,
                  BIND,
                  PORT,
                  CLUSTER,
                  PEERS,
                  PEER_NAME,
                  PEER_ADDRESS,
                  PEER_PORT,
                  ONE_NODE_CLUSTER,
                  KEY_FILE,
                  SERVICES,
                  SERVICE_NAME,
                  SERVICE_IPS,
                  SERVICE_INTERFACES,
                  SERVICE_NODES,
                  SERVICE_POLICY,
                  WITNESS,
                  DRAIN,
                  DETECTION_INTERVAL,
                  DETECTION_TIMEOUT,
                  DETECTION_OBSERVERS,
                  SETTLE,
                  REALTIME,
                  HTTP_ADDRESS,
                  HTTP_PORT),
              KubernetesSettings.ALL.stream())
          .toList();

  /**
   * {@link #DETECTION_OBSERVERS} where peers come and go: a cluster grows without anybody looking
   * at this file, and a service that is unique must not go silent with the sixth node.
   */
  static final int OBSERVERS_IN_KUBERNETES = 16;

  /** The section that makes Kubernetes the source of peers and services. */
  static final String KUBERNETES = "kubernetes";

  private Settings() {}

  private static Draft required(String key, Kind kind, long min, long max, boolean live) {
    return doc -> new Setting(key, kind, null, "required", min, max, live, doc);
  }

  private static Draft optional(
      String key, Kind kind, @Nullable String defaultText, long min, long max, boolean live) {
    return doc -> new Setting(key, kind, defaultText, "`" + defaultText + "`", min, max, live, doc);
  }

  /** A setting that lacks its description. */
  private interface Draft {
    Setting saying(String doc);
  }
}
