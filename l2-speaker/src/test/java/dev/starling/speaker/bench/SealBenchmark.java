package dev.starling.speaker.bench;

import dev.starling.membership.Keyring;
import dev.starling.membership.MasterKey;
import dev.starling.membership.seal.Opened;
import dev.starling.membership.seal.Opener;
import dev.starling.membership.seal.Route;
import dev.starling.membership.seal.Sealer;
import java.net.InetSocketAddress;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A datagram on its way out and on its way in. */
@State(Scope.Thread)
public class SealBenchmark {
  private static final String CLUSTER = "starling";
  private static final long NOW = 1_800_000_000L;
  private static final Route ROUTE =
      Route.of(new InetSocketAddress("192.0.2.1", 7946), new InetSocketAddress("192.0.2.2", 7946));
  private static final int FRAMES = 20_000;

  private final Sealer sealer = new Sealer(1, CLUSTER);
  private final MasterKey key = new MasterKey(new byte[MasterKey.LENGTH_BYTES]);
  private final Keyring ring = new Keyring(List.of(key));
  private final byte[][] frames = new byte[FRAMES][];
  private Opener opener = new Opener(2, CLUSTER);
  private int next;

  /** Its bytes: a probe of a detector is some 70 of them, a full fragment 1,200. */
  @Param({"70", "1200"})
  public int bytes;

  private byte[] data = new byte[0];

  /** Seals what {@link #open} opens: each frame is let in once. */
  @Setup
  public void prepare() {
    data = new byte[bytes];
    for (int i = 0; i < FRAMES; i++) {
      frames[i] = seal();
    }
  }

  /** One frame around the data. */
  @Benchmark
  public byte[] seal() {
    return sealer.seal(key, key.id(), NOW, ROUTE, data, 0, data.length);
  }

  /** One frame, authentic and new; every 20,000th is the first of a session. */
  @Benchmark
  public Opened open() {
    if (next == FRAMES) {
      next = 0;
      opener = new Opener(2, CLUSTER);
    }
    byte[] frame = frames[next++];
    return opener.open(ring, ROUTE, frame, 0, frame.length, NOW, 0);
  }
}
