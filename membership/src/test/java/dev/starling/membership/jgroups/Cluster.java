package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import dev.starling.membership.Peer;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Speakers in one JVM, each on a loopback address of its own. */
final class Cluster implements AutoCloseable {
  static final Keyring KEYS = new Keyring(List.of(key(1)));

  final List<Speaker> speakers = new ArrayList<>();
  final int port;
  private final String name;
  private final List<Peer> peers;

  private Cluster(String name, int size) {
    this.name = name;
    port = freePort();
    peers = IntStream.rangeClosed(1, size).mapToObj(i -> Speaker.peer(port, i)).toList();
  }

  /** A cluster of which {@code size} speakers are expected and none runs yet. */
  static Cluster expecting(String name, int size) {
    return new Cluster(name, size);
  }

  /** A cluster whose {@code size} speakers all run and see one another. */
  static Cluster of(String name, int size) {
    Cluster cluster = expecting(name, size);
    for (int index = 1; index <= size; index++) {
      cluster.start(index, KEYS);
      cluster.awaitViewOf(cluster.speakers);
    }
    return cluster;
  }

  static MasterKey key(int seed) {
    byte[] secret = new byte[MasterKey.LENGTH_BYTES];
    Arrays.fill(secret, (byte) seed);
    return new MasterKey(secret);
  }

  private static int freePort() {
    try (DatagramSocket socket = new DatagramSocket(Speaker.address(0, 1))) {
      return socket.getLocalPort();
    } catch (SocketException e) {
      throw new IllegalStateException(e);
    }
  }

  Speaker start(int index, Keyring keys) {
    Speaker speaker = Speaker.of(name, port, index, keys, peers);
    speakers.add(speaker);
    speaker.membership.start();
    return speaker;
  }

  /** Waits until each of {@code group} has a view of exactly {@code group}. */
  void awaitViewOf(Collection<Speaker> group) {
    await()
        .pollInterval(Duration.ofMillis(2))
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () -> {
              for (Speaker speaker : group) {
                assertThat(speaker.viewSize()).as(speaker.node).isEqualTo(group.size());
                assertThat(group).as(speaker.node).allMatch(speaker::sees);
              }
            });
  }

  List<Speaker> without(Speaker gone) {
    return speakers.stream().filter(speaker -> speaker != gone).toList();
  }

  @Override
  public void close() {
    speakers.reversed().forEach(Speaker::close);
  }
}
