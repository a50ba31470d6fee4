package dev.starling.speaker.loop;

import dev.starling.arpndp.link.FrameHandler;
import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import dev.starling.arpndp.pcap.CaptureFilter;
import dev.starling.arpndp.pcap.OpenResult;
import dev.starling.arpndp.pcap.PcapLink;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Map;
import java.util.WeakHashMap;

/** Opens real links. Of one thread. */
final class PcapOpener implements LinkOpener {
  private final Map<Link, CaptureFilter> filters = new WeakHashMap<>();

  @Override
  public Opening open(
      LinkInfo info, Collection<InetAddress> named, FrameHandler handler, LinkListener listener) {
    CaptureFilter filter = CaptureFilter.of(named);
    return switch (PcapLink.open(info, filter, handler, listener)) {
      case OpenResult.Opened(PcapLink link) -> {
        filters.put(link, filter);
        yield new Opening.Opened(link);
      }
      case OpenResult.Refused refused ->
          new Opening.Refused(reason(refused.reason()) + ": " + refused.detail());
    };
  }

  @Override
  public void refilter(Link link, Collection<InetAddress> named) {
    CaptureFilter filter = CaptureFilter.of(named);
    // A change costs a few milliseconds of frames.
    if (link instanceof PcapLink open && !filter.equals(filters.put(link, filter))) {
      open.replaceFilter(filter);
    }
  }

  private static String reason(OpenResult.Reason reason) {
    return switch (reason) {
      case NOT_USABLE -> "not usable";
      case NOT_PERMITTED -> "not permitted, CAP_NET_RAW is needed";
      case NO_LIBRARY -> "libpcap is missing";
      case NOT_ETHERNET -> "not Ethernet";
      case FAILED -> "failed";
    };
  }
}
