package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.LabSetup;
import dev.starling.chaos.Watch;
import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a speaker opens to its host and to the network, and what can be done there. */
class HostAttackIT extends AttackCase {
  private static final int CONNECTIONS = 300;
  private static final long HINTS_MILLIS = 4_000;

  @Override
  protected LabSetup setup() {
    return speakers(3);
  }

  @Test
  void onlyTheDocumentedSocketsAreOpen() {
    for (String node : nodes) {
      String own = Pattern.quote(Plan.ipv4Of(node));
      assertThat(sockets(node, "-uan"))
          .as("UDP sockets of %s: one to talk, one for each peer that is watched", node)
          .allMatch(
              socket ->
                  socket.matches(own + ":7946 \\S+:\\*")
                      || socket.matches(own + ":\\d+ 10\\.77\\.0\\.\\d:7946"))
          .filteredOn(socket -> socket.endsWith(":*"))
          .hasSize(1);
      assertThat(sockets(node, "-tan"))
          .as("TCP sockets of %s: the pages", node)
          .allMatch(socket -> socket.startsWith("127.0.0.1:7473 "))
          .filteredOn(socket -> socket.endsWith(":*"))
          .hasSize(1);
    }
  }

  @Test
  void slowConnectionsToThePagesHoldUpNothing() throws IOException {
    // A cut is found after the same time whenever it is; a kill may be found sooner.
    double quiet = firstFrameMillis(Fault.CUT);
    Load before = Load.of(lab);
    List<Socket> slow = new ArrayList<>();
    for (String node : nodes) {
      slow.addAll(lab.network().node(node).call(HostAttackIT::connectSlowly));
    }
    double attacked = firstFrameMillisWithoutPages();
    Load after = Load.of(lab);
    for (Socket socket : slow) {
      socket.close();
    }
    Figures.tell(
        "failover with %d slow connections: %.0f ms, quiet %.0f ms; memory +%d KiB",
        slow.size(), attacked, quiet, after.grownKib(before));

    assertThat(slow.size()).isGreaterThan(CONNECTIONS / 3);
    assertThat(attacked).isLessThan(RATIO_MAX * quiet);
  }

  @Test
  @Tag("long")
  void aForgedWordThatNobodyListensEvictsNobodyWhoLives() {
    // The ports of the knocking sockets can be overheard; here the stranger is told them.
    List<byte[]> forged =
        nodes.stream()
            .flatMap(node -> sockets(node, "-uan").stream())
            .filter(socket -> !socket.endsWith(":*"))
            .map(socket -> Icmp.portUnreachable(knock(socket)))
            .toList();
    Watch watch = Watch.start(lab);
    List<Ledger> before = ledgers();
    long end = watch.nanos() + Duration.ofMillis(HINTS_MILLIS).toNanos();
    while (System.nanoTime() - end < 0) {
      forged.forEach(stranger::send);
      Patience.pause(10);
    }
    Patience.pause(500);
    List<Ledger> after = ledgers();
    long believed = 0;
    for (int i = 0; i < after.size(); i++) {
      believed += after.get(i).count("portsUnreachable") - before.get(i).count("portsUnreachable");
    }
    Figures.tell("%d forged ICMP errors came through to a speaker", believed);

    assertThat(forged).as("each watches the two others").hasSize(6);
    assertThat(believed).as("errors that the kernels handed on").isGreaterThan(100);
    nothingCameOfIt(watch);
  }

  private static Datagram knock(String socket) {
    String[] ends = socket.split(" ", -1);
    return new Datagram(end(ends[0]), end(ends[1]), new byte[1]);
  }

  private static Datagram.End end(String text) {
    int colon = text.lastIndexOf(':');
    return new Datagram.End(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  private List<Ledger> ledgers() {
    return nodes.stream().map(node -> Ledger.of(lab, node)).toList();
  }

  private double firstFrameMillisWithoutPages() {
    Watch watch = Watch.since(lab, lab.network().onSwitch(Network.cut(owner)));
    Patience.await(
        "another owner's first frames",
        LIMIT,
        () -> firstFrames(watch).size() == lab.plan().serviceIps().size(),
        () -> firstFrames(watch).toString());
    lab.network().heal();
    return Collections.max(firstFrames(watch));
  }

  private List<Double> firstFrames(Watch watch) {
    return lab.plan().serviceIps().stream()
        .flatMap(ip -> watch.firstFrame(ip, owner).stream())
        .toList();
  }

  private static List<Socket> connectSlowly() {
    List<Socket> open = new ArrayList<>();
    InetSocketAddress pages = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7473);
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket socket = new Socket();
      try {
        socket.connect(pages, 100);
        socket.getOutputStream().write("GET /status HT".getBytes(StandardCharsets.US_ASCII));
        open.add(socket);
      } catch (IOException e) {
        // The server's queue is full: so is the attack.
        break;
      }
    }
    return open;
  }

  /** Local and remote end of the sockets of a node's speaker. */
  private List<String> sockets(String node, String kind) {
    Namespace namespace = lab.network().node(node);
    String pid = "pid=" + lab.speaker(node).processId() + ",";
    return Command.run(namespace.command(List.of("ss", "-H", "-p", kind)))
        .lines()
        .filter(line -> line.contains(pid))
        .map(line -> line.split("\\s+", -1))
        .map(fields -> fields[3] + " " + fields[4])
        .map(ends -> ends.replaceAll("\\[::ffff:([0-9.]+)]", "$1"))
        .toList();
  }
}
