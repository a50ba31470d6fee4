package dev.starling.arpndp.pcap;

import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.responder.WarmUp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.Pcaps;
import org.pcap4j.core.RawPacketListener;

/**
 * Runs an answer's way once before a link is open: the native library, a filter, the callback from
 * C to Java, and the responder. The callback is reached without a network by a recording of
 * invented questions.
 */
final class PcapWarmUp {
  private static final int ROUNDS = 3_000;
  private static final int RECORDED_ROUNDS = 200;
  private static final int MAGIC = 0xa1b2c3d4;
  private static final int ETHERNET = 1;
  private static final int SNAPSHOT_BYTES = 256;

  private PcapWarmUp() {}

  static void run() {
    WarmUp.run(ROUNDS);
    try {
      Path file = Files.createTempFile("starling", ".pcap");
      try {
        Files.write(file, recording(WarmUp.questions()));
        play(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      // No place for a temporary file: the first answers will take some milliseconds more.
      return;
    } catch (PcapNativeException | NotOpenException | LinkageError e) {
      // Opening a link meets the same fault, and names it.
      return;
    }
  }

  private static void play(Path file) throws PcapNativeException, NotOpenException {
    Responder responder = WarmUp.responder();
    byte[] out = new byte[Responder.LONGEST_ANSWER];
    RawPacketListener listener = frame -> responder.respond(frame, frame.length, out);
    try (PcapHandle handle = Pcaps.openOffline(file.toString())) {
      handle.setFilter("arp or icmp6", BpfCompileMode.OPTIMIZE);
      handle.loop(-1, listener);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A file of libpcap's classic format. */
  private static byte[] recording(List<byte[]> frames) {
    ByteBuffer file =
        ByteBuffer.allocate(24 + RECORDED_ROUNDS * frames.size() * (16 + SNAPSHOT_BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(MAGIC).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0);
    file.putInt(SNAPSHOT_BYTES).putInt(ETHERNET);
    for (int round = 0; round < RECORDED_ROUNDS; round++) {
      for (byte[] frame : frames) {
        file.putInt(0).putInt(0).putInt(frame.length).putInt(frame.length).put(frame);
      }
    }
    byte[] bytes = new byte[file.flip().remaining()];
    file.get(bytes);
    return bytes;
  }
}
