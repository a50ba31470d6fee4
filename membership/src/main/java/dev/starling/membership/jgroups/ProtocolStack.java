package dev.starling.membership.jgroups;

import java.util.List;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;

/**
 * The protocols of one life of the group, bottom first, with their settings. Reliable delivery and
 * the agreement on views are JGroups' own.
 */
record ProtocolStack(
    SealedTransport transport,
    DetectorProtocol detector,
    HostDiscovery discovery,
    Healing healing) {
  private static final int SOCKET_BUFFER_BYTES = 200_000;
  private static final int THREADS_MAX = 100;
  private static final int RETRANSMIT_MILLIS = 50;
  private static final int STABLE_GOSSIP_MILLIS = 5000;
  private static final int STABLE_BYTES_MAX = 1_000_000;
  private static final int FRAGMENT_BYTES = 1200;
  private static final int JOIN_MILLIS = 500;
  private static final int LEAVE_MILLIS = 500;

  /** A failed merge holds up the next one, and joins, for twice as long. */
  private static final int MERGE_MILLIS = 600;

  private static final int VIEW_ACK_MILLIS = 200;
  private static final int ALL_JOINING_RETRY_MILLIS = 50;

  /** All protocols, bottom first. */
  List<Protocol> protocols(Config config) {
    configureTransport(config);
    return List.of(
        transport,
        detector,
        discovery,
        healing,
        multicasts(),
        unicasts(),
        new STABLE().setDesiredAverageGossip(STABLE_GOSSIP_MILLIS).setMaxBytes(STABLE_BYTES_MAX),
        // Below GMS: the view of a large cluster is longer than a datagram should be.
        new FRAG4().setFragSize(FRAGMENT_BYTES),
        views());
  }

  private void configureTransport(Config config) {
    transport.setBindAddress(config.bind().getAddress());
    transport.setBindPort(config.bind().getPort());
    transport.setPortRange(0);
    transport.setUcastRecvBufSize(SOCKET_BUFFER_BYTES);
    transport.setUcastSendBufSize(SOCKET_BUFFER_BYTES);
    transport.setBundlerType("no-bundler");
    transport.useVirtualThreads(false);
    transport.getThreadPool().setMinThreads(0).setMaxThreads(THREADS_MAX);
    transport.logDiscardMsgs(false);
    transport.logDiscardMsgsVersion(false);
  }

  private static NAKACK2 multicasts() {
    NAKACK2 multicasts = new NAKACK2();
    multicasts.useMcastXmit(false);
    multicasts.setXmitInterval(RETRANSMIT_MILLIS);
    multicasts.logDiscardMessages(false);
    multicasts.logNotFoundMessages(false);
    return multicasts;
  }

  private static UNICAST3 unicasts() {
    UNICAST3 unicasts = new UNICAST3();
    unicasts.setXmitInterval(RETRANSMIT_MILLIS);
    unicasts.logNotFoundMsgs(false);
    return unicasts;
  }

  private static GMS views() {
    GMS views = new GMS();
    views.setJoinTimeout(JOIN_MILLIS);
    views.setLeaveTimeout(LEAVE_MILLIS);
    views.setMergeTimeout(MERGE_MILLIS);
    views.setViewAckCollectionTimeout(VIEW_ACK_MILLIS);
    views.setValue("all_clients_retry_timeout", ALL_JOINING_RETRY_MILLIS);
    views.setMaxJoinAttempts(0);
    views.printLocalAddress(false);
    views.logCollectMessages(false);
    views.logViewWarnings(false);
    return views;
  }
}
