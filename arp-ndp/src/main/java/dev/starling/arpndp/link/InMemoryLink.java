package dev.starling.arpndp.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * A link without a wire, for tests: remembers what was sent, and hands frames to the handler on the
 * caller's thread.
 */
public final class InMemoryLink implements Link {
  /** How many sent frames are remembered; the oldest are forgotten first. */
  public static final int REMEMBERED = 100_000;

  private final LinkInfo info;
  private final FrameHandler handler;
  private final Deque<byte[]> sent = new ArrayDeque<>();
  private SendResult result = SendResult.SENT;
  private boolean alive = true;
  private long received;
  private long sentCount;
  private long sendFailures;

  /** A link that carries frames until it is closed or told otherwise. */
  public InMemoryLink(LinkInfo info, FrameHandler handler) {
    this.info = info;
    this.handler = handler;
  }

  @Override
  public LinkInfo info() {
    return info;
  }

  /** A frame comes in; the answer, if any, is sent. Nothing happens once the link has ended. */
  public synchronized void deliver(byte[] frame) {
    if (!alive) {
      return;
    }
    received++;
    byte[] out = new byte[FrameHandler.ANSWER_BUFFER];
    int length = handler.respond(frame, frame.length, out);
    if (length > 0) {
      send(out, length);
    }
  }

  /** What becomes of frames from now on. */
  public synchronized void sendingEndsWith(SendResult next) {
    result = next;
  }

  /** Takes the frames that were sent since the last call, oldest first. */
  public synchronized List<byte[]> takeSent() {
    List<byte[]> taken = new ArrayList<>(sent);
    sent.clear();
    return taken;
  }

  @Override
  public synchronized SendResult send(byte[] frame, int length) {
    SendResult outcome = alive ? result : SendResult.GONE;
    if (outcome != SendResult.SENT) {
      sendFailures++;
      return outcome;
    }
    sentCount++;
    if (sent.size() == REMEMBERED) {
      sent.removeFirst();
    }
    sent.addLast(Arrays.copyOf(frame, length));
    return outcome;
  }

  @Override
  public synchronized boolean isAlive() {
    return alive;
  }

  @Override
  public long busySinceNanos() {
    return 0;
  }

  @Override
  public synchronized LinkStats stats() {
    return new LinkStats(received, sentCount, sendFailures, 0, 0);
  }

  @Override
  public synchronized void close() {
    alive = false;
  }
}
