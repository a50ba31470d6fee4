package dev.starling.speaker.loop;

import dev.starling.arpndp.link.FrameHandler;
import dev.starling.arpndp.link.InMemoryLink;
import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Opens links without a wire, unless told to refuse. */
final class FakeOpener implements LinkOpener {
  static final MacAddress MAC = new MacAddress(0x0200_0000_0001L);

  final List<InMemoryLink> opened = new ArrayList<>();
  final List<Collection<InetAddress>> filters = new ArrayList<>();
  boolean refusing;
  int attempts;

  /** A link that is up, has carrier, and has the address 192.0.2.1. */
  static LinkInfo up(String name) {
    return new LinkInfo(
        name,
        true,
        7,
        true,
        true,
        1,
        MAC,
        false,
        false,
        1500,
        List.of(InetAddress.ofLiteral("192.0.2.1")));
  }

  @Override
  public Opening open(
      LinkInfo info, Collection<InetAddress> named, FrameHandler handler, LinkListener listener) {
    attempts++;
    if (refusing) {
      return new Opening.Refused("told to");
    }
    InMemoryLink link = new InMemoryLink(info, handler);
    opened.add(link);
    filters.add(List.copyOf(named));
    return new Opening.Opened(link);
  }

  @Override
  public void refilter(Link link, Collection<InetAddress> named) {
    filters.add(List.copyOf(named));
  }
}
