package dev.starling.chaos.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Datagrams for a flood, made from honest ones that were overheard: every second one is noise, the
 * others have the honest one's header and a forged rest, in all the ways that cost the receiver
 * most. All come in the names of real speakers.
 */
public final class Garbage implements IntFunction<byte[]> {
  private static final int KINDS = 8;
  private static final int NOISE_MAX = 1_200;
  private static final int PREPARED = 1_024;

  private final List<byte[]> frames = new ArrayList<>();

  /**
   * Prepares frames that {@code stranger} can send.
   *
   * @param overheard at least one sealed datagram for each pair of speakers that is to be used
   */
  public Garbage(Stranger stranger, List<Datagram> overheard, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < PREPARED; i++) {
      Datagram honest = overheard.get(random.nextInt(overheard.size()));
      frames.addAll(stranger.frames(honest.carrying(payload(i, honest.payload(), random))));
    }
  }

  /** A frame; the same again after some thousand. */
  @Override
  public byte[] apply(int number) {
    return frames.get(number % frames.size());
  }

  private static byte[] payload(int number, byte[] honest, SplittableRandom random) {
    byte[] forged = honest.clone();
    forged[forged.length - 1] ^= 1;
    return switch (number % KINDS) {
      // Of a life that is known: one cipher run each.
      case 1 -> SealedField.COUNTER.set(forged, SealedField.COUNTER.of(honest) + 1_000_000);
      case 3 -> SealedField.COUNTER.set(forged, random.nextLong(Long.MAX_VALUE));
      // Of a life that nobody has heard of: one key derivation each.
      case 5 -> SealedField.SESSION.set(forged, random.nextLong());
      // Said before.
      case 7 -> honest;
      default -> noise(random);
    };
  }

  private static byte[] noise(SplittableRandom random) {
    byte[] bytes = new byte[2 + random.nextInt(NOISE_MAX)];
    random.nextBytes(bytes);
    return bytes;
  }
}
