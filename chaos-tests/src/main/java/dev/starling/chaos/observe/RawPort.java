package dev.starling.chaos.observe;

import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Posix;
import java.time.Duration;
import java.time.Instant;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.RawPacketListener;

/** The card of a machine, for whole frames: what arrives there, and what is sent from there. */
public final class RawPort implements AutoCloseable {
  private static final int SNAPSHOT_BYTES = 1_600;

  /** Room for 5,000 frames: the kernel gives each the whole snapshot's length. */
  private static final int BUFFER_BYTES = 8 << 20;

  private static final long AGE_LIMIT_NANOS = 1_000_000_000L;
  private static final long STOP_MILLIS = 2_000;

  /** Gets each frame on the port's own thread. */
  @FunctionalInterface
  public interface Listener {
    /** Takes a whole frame and the moment when the kernel had it. */
    void take(byte[] frame, long nanos);
  }

  private final PcapHandle handle;
  private final Thread reader;

  /** Opens the card of {@code namespace} for the frames that the BPF {@code filter} lets pass. */
  public RawPort(Namespace namespace, String filter, Listener listener) {
    handle = namespace.call(() -> open(filter));
    reader =
        Thread.ofPlatform()
            .name(namespace.name() + "-capture")
            .daemon()
            .start(() -> readOn(listener));
  }

  /** Sends a whole frame; false if the card does not take it now. One thread at a time. */
  public boolean send(byte[] frame) {
    try {
      handle.sendPacket(frame);
      return true;
    } catch (PcapNativeException e) {
      return false;
    } catch (NotOpenException e) {
      throw new IllegalStateException("the port is closed", e);
    }
  }

  /** How many frames the kernel has thrown away because they were not read in time. */
  public long lost() {
    try {
      return handle.getStats().getNumPacketsDropped();
    } catch (PcapNativeException e) {
      throw new LabException("no figures of the capture", e);
    } catch (NotOpenException e) {
      throw new IllegalStateException("the port is closed", e);
    }
  }

  /** Stops reading. */
  @Override
  public void close() {
    try {
      handle.breakLoop();
      // Closing a handle that is being read blocks for ever.
      reader.join(STOP_MILLIS);
      if (!reader.isAlive()) {
        handle.close();
      }
    } catch (NotOpenException e) {
      throw new IllegalStateException("closed twice", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static PcapHandle open(String filter) throws PcapNativeException, NotOpenException {
    PcapHandle handle =
        new PcapHandle.Builder(Network.CARD)
            .snaplen(SNAPSHOT_BYTES)
            .promiscuousMode(PromiscuousMode.PROMISCUOUS)
            .immediateMode(true)
            .timeoutMillis(0)
            .bufferSize(BUFFER_BYTES)
            .build();
    handle.setFilter(filter, BpfProgram.BpfCompileMode.OPTIMIZE);
    return handle;
  }

  private void readOn(Listener listener) {
    Posix.hurry();
    RawPacketListener each = frame -> listener.take(frame, arrivedNanos());
    try {
      handle.loop(-1, each);
    } catch (InterruptedException e) {
      // That is how pcap4j ends a loop that was told to break.
      Thread.currentThread().interrupt();
    } catch (PcapNativeException | NotOpenException e) {
      throw new LabException("the capture ended", e);
    }
  }

  /**
   * When the kernel had the packet that is being read. It tells by the wall clock; so the packet's
   * age is taken by that clock and the rest by the monotonic one, which a busy machine cannot
   * delay.
   */
  private long arrivedNanos() {
    long nowNanos = System.nanoTime();
    long ageNanos = Duration.between(handle.getTimestamp().toInstant(), Instant.now()).toNanos();
    boolean clockWasSet = ageNanos < 0 || ageNanos > AGE_LIMIT_NANOS;
    return clockWasSet ? nowNanos : nowNanos - ageNanos;
  }
}
