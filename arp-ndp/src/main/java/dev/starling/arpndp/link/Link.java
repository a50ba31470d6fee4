package dev.starling.arpndp.link;

/**
 * An open link. Opened once; after its end a new one takes its place. {@link #send} and all
 * questions may be asked on any thread.
 */
public interface Link extends AutoCloseable {
  /** The interface as it was when the link was opened. */
  LinkInfo info();

  /** Sends the first {@code length} bytes of {@code frame}. */
  SendResult send(byte[] frame, int length);

  /** Whether frames are still captured; false from the end on. */
  boolean isAlive();

  /**
   * Since when, on {@link System#nanoTime}'s clock, the capture thread has been busy with one
   * frame; 0 while it waits for the next one, however long. A thread that is busy for a second is
   * stuck.
   */
  long busySinceNanos();

  /** What has happened so far. */
  LinkStats stats();

  /** Ends the link, within about two seconds; not for a hot thread. Harmless the second time. */
  @Override
  void close();
}
