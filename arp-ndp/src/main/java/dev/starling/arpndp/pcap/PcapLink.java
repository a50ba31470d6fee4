package dev.starling.arpndp.pcap;

import dev.starling.arpndp.link.FrameHandler;
import dev.starling.arpndp.link.Link;
import dev.starling.arpndp.link.LinkEnd;
import dev.starling.arpndp.link.LinkInfo;
import dev.starling.arpndp.link.LinkListener;
import dev.starling.arpndp.link.LinkStats;
import dev.starling.arpndp.link.SendResult;
import dev.starling.arpndp.wire.Ethernet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.PcapDirection;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;
import org.pcap4j.packet.namednumber.DataLinkType;

/**
 * A link on a real interface. Needs CAP_NET_RAW; opening and closing take tens of milliseconds, so
 * they are not for a hot thread. Open-once: it ends when it is closed, when the interface goes
 * away, or when the capture breaks; the owner then opens another one, after a pause if it failed,
 * because a failed opening loses a kilobyte of native memory in pcap4j 1.8.2.
 *
 * <p>A lost carrier ends nothing: frames that are sent vanish, and are captured again when it is
 * back. An interface that is down ends nothing either, but libpcap then polls every millisecond, so
 * that its owner had better close it until it is up.
 *
 * <p>One platform thread captures, judges and answers; only that thread uses the native handle for
 * anything but sending, and only it closes the handle, after its loop has ended. pcap4j's close
 * would wait for ever for a loop that still runs.
 */
public final class PcapLink implements Link {
  /** Answers need 86 bytes; solicitations may carry a nonce (RFC 7527) or signatures. */
  private static final int SNAPSHOT_BYTES = 256;

  /** What the kernel keeps while the capture thread is not scheduled: some 8,000 frames. */
  private static final int RING_BYTES = 2 << 20;

  /** An EtherType that means nothing to anybody (IEEE 802, local experimental 1). */
  private static final int LOCAL_EXPERIMENT = 0x88b5;

  private static final int CLOSE_ATTEMPTS = 20;
  private static final long CLOSE_ATTEMPT_MILLIS = 100;

  private final LinkInfo info;
  private final PcapHandle handle;
  private final FrameHandler handler;
  private final LinkListener listener;
  private final Thread thread;
  private final byte[] answer = new byte[FrameHandler.ANSWER_BUFFER];
  private final AtomicReference<CaptureFilter> lastFilter;
  private final AtomicReference<@Nullable CaptureFilter> nextFilter = new AtomicReference<>();
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong handlerFaults = new AtomicLong();
  private final LongAdder sent = new LongAdder();
  private final LongAdder sendFailures = new LongAdder();

  private volatile boolean closing;
  private volatile boolean ended;
  private volatile long busySinceNanos;
  private volatile long kernelDrops;

  private PcapLink(
      LinkInfo info,
      PcapHandle handle,
      CaptureFilter filter,
      FrameHandler handler,
      LinkListener listener) {
    this.info = info;
    this.handle = handle;
    this.lastFilter = new AtomicReference<>(filter);
    this.handler = handler;
    this.listener = listener;
    this.thread = Thread.ofPlatform().daemon().name("capture-" + info.name()).unstarted(this::run);
  }

  /**
   * Opens the interface and begins to capture.
   *
   * @param handler judges each frame and writes the answer, on the capture thread
   * @param listener hears of the end of an opened link
   */
  public static OpenResult open(
      LinkInfo info, CaptureFilter filter, FrameHandler handler, LinkListener listener) {
    if (!info.canBeOpened()) {
      return new OpenResult.Refused(OpenResult.Reason.NOT_USABLE, info.toString());
    }
    PcapHandle handle;
    try {
      handle = build(info.name());
    } catch (PcapNativeException e) {
      return new OpenResult.Refused(reasonOf(e), String.valueOf(e.getMessage()));
    } catch (LinkageError e) {
      return new OpenResult.Refused(OpenResult.Reason.NO_LIBRARY, e.toString());
    }
    try {
      if (!DataLinkType.EN10MB.equals(handle.getDlt())) {
        handle.close();
        return new OpenResult.Refused(
            OpenResult.Reason.NOT_ETHERNET, String.valueOf(handle.getDlt()));
      }
      install(handle, filter);
    } catch (PcapNativeException | NotOpenException e) {
      handle.close();
      return new OpenResult.Refused(OpenResult.Reason.FAILED, e.toString());
    }
    PcapLink link = new PcapLink(info, handle, filter, handler, listener);
    link.thread.start();
    link.sendHarmlessFrame();
    return new OpenResult.Opened(link);
  }

  /**
   * Loads libpcap and lets the JVM compile what an answer runs through. Takes some 300 ms, and is
   * worth a thread of its own while a program starts. Harmless where there is no libpcap.
   */
  public static void warmUp() {
    PcapWarmUp.run();
  }

  private static PcapHandle build(String name) throws PcapNativeException {
    return new PcapHandle.Builder(name)
        .snaplen(SNAPSHOT_BYTES)
        .promiscuousMode(PromiscuousMode.NONPROMISCUOUS)
        .immediateMode(true)
        .timeoutMillis(0)
        .bufferSize(RING_BYTES)
        // Not "inbound" in the filter: libpcap runs a new filter once more itself, over the frames
        // that came before it and the first one after, and cannot tell there which way they went.
        .direction(PcapDirection.IN)
        .build();
  }

  private static OpenResult.Reason reasonOf(PcapNativeException e) {
    Integer code = e.getReturnCode();
    return switch (code == null ? 0 : code) {
      // libpcap's PCAP_ERROR_NO_SUCH_DEVICE and PCAP_ERROR_IFACE_NOT_UP.
      case -5, -9 -> OpenResult.Reason.NOT_USABLE;
      // libpcap's PCAP_ERROR_PERM_DENIED.
      case -8 -> OpenResult.Reason.NOT_PERMITTED;
      default -> OpenResult.Reason.FAILED;
    };
  }

  private static void install(PcapHandle handle, CaptureFilter filter)
      throws PcapNativeException, NotOpenException {
    try {
      handle.setFilter(filter.expression(), BpfCompileMode.OPTIMIZE);
    } catch (PcapNativeException e) {
      // A kernel with a smaller limit for filters still takes the general one.
      handle.setFilter(CaptureFilter.ALL.expression(), BpfCompileMode.OPTIMIZE);
    }
  }

  @Override
  public LinkInfo info() {
    return info;
  }

  /**
   * Captures by {@code filter} soon, on the capture thread; nothing happens if it is the filter
   * that was asked for last. A frame that comes in the very moment of the change may be lost.
   */
  public void replaceFilter(CaptureFilter filter) {
    if (!filter.equals(lastFilter.getAndSet(filter))) {
      nextFilter.set(filter);
      breakLoop();
    }
  }

  @Override
  public SendResult send(byte[] frame, int length) {
    SendResult result = trySend(frame, length);
    (result == SendResult.SENT ? sent : sendFailures).increment();
    return result;
  }

  /**
   * A frame to our own MAC address, which a switch drops: the first frame that a JVM sends takes
   * some milliseconds longer than the others, and should not be the one that a failover waits for.
   */
  private void sendHarmlessFrame() {
    byte[] frame = new byte[Ethernet.SHORTEST];
    if (info.mac() != null) {
      Ethernet.write(frame, info.mac().value(), info.mac().value(), LOCAL_EXPERIMENT);
    }
    trySend(frame, frame.length);
  }

  private SendResult trySend(byte[] frame, int length) {
    if (length < Ethernet.HEADER
        || length > info.mtu() + Ethernet.HEADER
        || length > frame.length) {
      return SendResult.BAD_LENGTH;
    }
    try {
      handle.sendPacket(frame, length);
      return SendResult.SENT;
    } catch (NotOpenException e) {
      return SendResult.GONE;
    } catch (PcapNativeException e) {
      String text = String.valueOf(e.getMessage());
      if (text.contains("Network is down")) {
        return SendResult.DOWN;
      }
      return text.contains("No such device") ? SendResult.GONE : SendResult.FAILED;
    }
  }

  @Override
  public boolean isAlive() {
    return !ended && thread.isAlive();
  }

  @Override
  public long busySinceNanos() {
    return busySinceNanos;
  }

  @Override
  public LinkStats stats() {
    try {
      kernelDrops = handle.getStats().getNumPacketsDropped();
    } catch (PcapNativeException | NotOpenException e) {
      // The link has ended; what was read last stands.
    }
    return new LinkStats(
        received.get(), sent.sum(), sendFailures.sum(), handlerFaults.get(), kernelDrops);
  }

  @Override
  public void close() {
    closing = true;
    // libpcap before 1.10 may miss a break while it waits; hence several.
    for (int i = 0; i < CLOSE_ATTEMPTS && thread.isAlive(); i++) {
      breakLoop();
      if (Thread.currentThread() == thread) {
        return;
      }
      try {
        thread.join(CLOSE_ATTEMPT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void breakLoop() {
    try {
      handle.breakLoop();
    } catch (NotOpenException e) {
      // The loop has ended already.
    }
  }

  private void run() {
    LinkEnd end = LinkEnd.CLOSED;
    String detail = "";
    try {
      capture();
    } catch (PcapNativeException e) {
      detail = String.valueOf(e.getMessage());
      end = detail.contains("disappeared") ? LinkEnd.GONE : LinkEnd.FAILED;
    } catch (NotOpenException | RuntimeException | Error e) {
      detail = e.toString();
      end = LinkEnd.FAILED;
    }
    ended = true;
    try {
      handle.close();
    } finally {
      listener.linkEnded(this, closing ? LinkEnd.CLOSED : end, detail);
    }
  }

  private void capture() throws PcapNativeException, NotOpenException {
    RawPacketListener receive = this::receive;
    while (!closing) {
      CaptureFilter filter = nextFilter.getAndSet(null);
      if (filter != null) {
        install(handle, filter);
      }
      try {
        handle.loop(-1, receive);
        throw new IllegalStateException("the capture ended by itself");
      } catch (InterruptedException e) {
        // pcap4j's word for breakLoop: no interrupt of this thread. Look what is wanted.
      }
    }
  }

  /** pcap4j would log whatever is thrown in here, once per frame. */
  private void receive(byte[] frame) {
    busySinceNanos = System.nanoTime() | 1;
    try {
      received.incrementAndGet();
      int length = handler.respond(frame, frame.length, answer);
      if (length > 0) {
        send(answer, length);
      }
    } catch (RuntimeException | Error e) {
      handlerFaults.incrementAndGet();
    } finally {
      busySinceNanos = 0;
    }
  }
}
