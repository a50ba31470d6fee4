package dev.starling.speaker.loop;

import dev.starling.arpndp.link.FrameHandler;
import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import java.net.InetAddress;
import java.util.Collection;

/** Opens links. Takes tens of milliseconds: not for the loop's thread. */
interface LinkOpener {
  /** What an attempt has come to. */
  sealed interface Opening {
    /** The link captures frames. */
    record Opened(Link link) implements Opening {}

    /** It does not; {@code why} is for people. */
    record Refused(String why) implements Opening {}
  }

  /**
   * Opens an interface.
   *
   * @param named the addresses whose frames are of interest
   */
  Opening open(
      LinkInfo info, Collection<InetAddress> named, FrameHandler handler, LinkListener listener);

  /** Frames of other addresses are of interest from now on, on a link that this has opened. */
  void refilter(Link link, Collection<InetAddress> named);
}
