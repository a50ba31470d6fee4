package dev.starling.arpndp.pcap;

import dev.starling.arpndp.link.FrameHandler;
import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import dev.starling.arpndp.netns.NetworkNamespace;
import dev.starling.arpndp.wire.MacAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A veth pair between two namespaces: "near" for the link under test, "far" for its neighbour. */
final class LinkPair implements AutoCloseable {
  static final String NEAR = "near";
  static final String FAR = "far";
  static final MacAddress FAR_MAC = new MacAddress(0x0200_0000_000bL);

  final NetworkNamespace nearSpace;
  final NetworkNamespace farSpace;
  final BlockingQueue<LinkEnd> ends = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final MacAddress nearMac;
  private final PcapLink far;

  LinkPair(MacAddress nearMac) {
    this.nearMac = nearMac;
    nearSpace = NetworkNamespace.create();
    farSpace = NetworkNamespace.create();
    for (NetworkNamespace space : List.of(nearSpace, farSpace)) {
      // The kernel's own chatter would mix with the answers.
      space.exec("sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6");
    }
    connect();
    far = open(farSpace, FAR, FAR_MAC, CaptureFilter.ALL, this::hear, (link, end, detail) -> {});
  }

  /** Makes the pair; again, after its deletion. */
  void connect() {
    nearSpace.connect(NEAR, farSpace, FAR);
    nearSpace.ip("link", "set", NEAR, "address", nearMac.toString());
    farSpace.ip("link", "set", FAR, "address", FAR_MAC.toString());
  }

  private int hear(byte[] frame, int length, byte[] out) {
    heard.add(HexFormat.of().formatHex(frame, 0, length));
    return 0;
  }

  /** Opens the near end. */
  PcapLink openNear(CaptureFilter filter, FrameHandler handler) {
    return open(nearSpace, NEAR, nearMac, filter, handler, (link, end, detail) -> ends.add(end));
  }

  private static PcapLink open(
      NetworkNamespace space,
      String name,
      MacAddress mac,
      CaptureFilter filter,
      FrameHandler handler,
      LinkListener listener) {
    LinkInfo info = info(name, space.index(name), mac);
    return switch (space.call(() -> PcapLink.open(info, filter, handler, listener))) {
      case OpenResult.Opened(PcapLink link) -> link;
      case OpenResult.Refused refused -> throw new AssertionError(refused);
    };
  }

  static LinkInfo info(String name, int index, MacAddress mac) {
    return new LinkInfo(name, true, index, true, true, 0, mac, false, false, 1500, List.of());
  }

  /** Sends from the far end. */
  void send(byte[] frame) {
    far.send(frame, frame.length);
  }

  /** The next frame that the far end hears, in hex, or null after five seconds. */
  @Nullable String hear() throws InterruptedException {
    return heard.poll(5, TimeUnit.SECONDS);
  }

  static String hex(byte[] frame, int length) {
    return HexFormat.of().formatHex(Arrays.copyOf(frame, length));
  }

  @Override
  public void close() {
    far.close();
    nearSpace.close();
    farSpace.close();
  }
}
