package dev.starling.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import dev.starling.membership.Peer;
import dev.starling.membership.detect.DetectorSettings;
import java.net.DatagramSocket;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/** Speakers in one JVM, each on a loopback address of its own. */
final class Cluster implements AutoCloseable {
  static final Keyring KEYS = ring(1);

  final List<Speaker> speakers = new ArrayList<>();
  final int port;
  final List<Peer> peers;
  private final String name;

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

  /** A ring of made-up keys, newest first. */
  static Keyring ring(int... seeds) {
    return new Keyring(Arrays.stream(seeds).mapToObj(Cluster::key).toList());
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

  Config config(String cluster, int index, Keyring keys, Config.Policy policy) {
    return new Config(
        Speaker.name(index),
        cluster,
        Speaker.address(port, index),
        DetectorSettings.standard(),
        keys,
        peers,
        policy,
        new SecureRandom());
  }

  /** A speaker that has not begun. */
  Speaker prepare(int index, Keyring keys, Config.Policy policy) {
    Speaker speaker = new Speaker(config(name, index, keys, policy));
    speakers.add(speaker);
    return speaker;
  }

  /** A speaker that runs. */
  Speaker start(int index, Keyring keys) {
    Speaker speaker = prepare(index, keys, Config.Policy.standard());
    speaker.start();
    return speaker;
  }

  /** Two groups between which nothing passes; all begin at once. */
  void startApart(List<Speaker> left, List<Speaker> right) {
    left.forEach(speaker -> speaker.faults.part(right));
    right.forEach(speaker -> speaker.faults.part(left));
    speakers.forEach(Speaker::start);
  }

  /** Waits until each of {@code group} has a view of exactly {@code group}. */
  void awaitViewOf(Collection<Speaker> group) {
    await()
        .pollInterval(Duration.ofMillis(2))
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(
            () -> {
              for (Speaker speaker : group) {
                assertThat(speaker.viewSize()).as(speaker.node()).isEqualTo(group.size());
                assertThat(group).as(speaker.node()).allMatch(speaker::sees);
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
