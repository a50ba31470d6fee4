package dev.starling.chaos.attack;

import dev.starling.chaos.observe.RawPort;
import java.util.function.IntFunction;

/** Frames at a constant rate from a thread of its own, until it is closed. */
public final class Flood implements AutoCloseable {
  private final RawPort port;
  private final IntFunction<byte[]> frames;
  private final Pace pace;
  private final Thread sender;
  private final long startNanos = System.nanoTime();
  private volatile boolean open = true;
  private volatile long sent;
  private volatile long endNanos;

  private Flood(RawPort port, int perSecond, IntFunction<byte[]> frames) {
    this.port = port;
    this.frames = frames;
    pace = new Pace(perSecond);
    sender = Thread.ofPlatform().name("flood").daemon().unstarted(this::run);
  }

  /**
   * Starts to send.
   *
   * @param port where; nobody else sends there meanwhile, and it is closed with the flood
   * @param perSecond how many frames, if the machine can
   * @param frames the frame with a number, from 0 on; it may be the same array again
   */
  public static Flood start(RawPort port, int perSecond, IntFunction<byte[]> frames) {
    Flood flood = new Flood(port, perSecond, frames);
    flood.sender.start();
    return flood;
  }

  /** Frames that the card has taken. */
  public long sent() {
    return sent;
  }

  /** The rate that was reached so far. */
  public double perSecond() {
    long end = open ? System.nanoTime() : endNanos;
    return sent * 1e9 / Math.max(1, end - startNanos);
  }

  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endNanos = System.nanoTime();
    port.close();
  }

  private void run() {
    long taken = 0;
    for (int number = 0; open; number = (number + 1) & Integer.MAX_VALUE) {
      pace.await();
      if (port.send(frames.apply(number))) {
        taken++;
        sent = taken;
      }
    }
  }
}
