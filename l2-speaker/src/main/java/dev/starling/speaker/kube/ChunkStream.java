package dev.starling.speaker.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, for one thread to read while it arrives. More is asked for only when what
 * has arrived is read, so a reader that is slow is not run over. A silence that is too long is an
 * error.
 */
final class ChunkStream extends InputStream {
  private static final List<ByteBuffer> END = List.of();

  private final long silenceMillis;
  private final long wholeMillis;
  private final long beginNanos = System.nanoTime();

  /** Holds one chunk at most, and the end, which is an empty one. */
  private final BlockingQueue<List<ByteBuffer>> arrived = new LinkedBlockingQueue<>();

  private final Deque<ByteBuffer> unread = new ArrayDeque<>();
  private volatile @Nullable AsyncBody body;
  private volatile @Nullable Throwable failure;
  private boolean ended;

  ChunkStream(long silenceMillis) {
    this(silenceMillis, 0);
  }

  /** {@code wholeMillis} is 0 if it may last for ever. */
  ChunkStream(long silenceMillis, long wholeMillis) {
    this.silenceMillis = silenceMillis;
    this.wholeMillis = wholeMillis;
  }

  /** Takes in what has arrived. */
  void arrived(List<ByteBuffer> chunk, AsyncBody from) {
    if (!chunk.isEmpty()) {
      arrived.add(chunk);
    } else {
      from.consume();
    }
  }

  /** The head of the answer is here; from now on the body is read. */
  void begin(AsyncBody of) {
    body = of;
    var _ =
        of.done()
            .whenComplete(
                (_, why) -> {
                  failure = why;
                  arrived.add(END);
                });
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!hasUnread()) {
      if (ended) {
        return -1;
      }
      await();
    }
    ByteBuffer first = unread.getFirst();
    int count = Math.min(length, first.remaining());
    first.get(into, offset, count);
    return count;
  }

  private boolean hasUnread() {
    while (!unread.isEmpty() && !unread.getFirst().hasRemaining()) {
      unread.removeFirst();
    }
    return !unread.isEmpty();
  }

  private void await() throws IOException {
    AsyncBody from = body;
    if (from == null) {
      throw new IllegalStateException("read before the head of the answer");
    }
    from.consume();
    long leftMillis = leftMillis();
    List<ByteBuffer> chunk;
    try {
      chunk = arrived.poll(Math.min(silenceMillis, leftMillis), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("closed");
    }
    if (chunk == null) {
      throw leftMillis() > 0
          ? new SilentException(silenceMillis)
          : new IOException("the answer took more than " + wholeMillis + " ms");
    }
    if (chunk.isEmpty()) {
      ended = true;
      Throwable why = failure;
      if (why != null) {
        throw new IOException("the answer broke off: " + ApiConnection.reason(why), why);
      }
    }
    unread.addAll(chunk);
  }

  /** Until it has taken too long; never negative. */
  private long leftMillis() {
    if (wholeMillis == 0) {
      return Long.MAX_VALUE;
    }
    long goneMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNanos);
    return Math.max(0, wholeMillis - goneMillis);
  }

  @Override
  public void close() {
    AsyncBody from = body;
    if (from != null) {
      from.cancel();
    }
  }
}
