package dev.starling.speaker.bench;

import dev.starling.arpndp.responder.Responder;
import dev.starling.arpndp.responder.WarmUp;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A question that is answered: from the bytes of one frame to the bytes of the other. */
@State(Scope.Thread)
public class AnswerBenchmark {
  private final Responder responder = WarmUp.responder();
  private final byte[] arp = WarmUp.questions().getFirst();
  private final byte[] solicitation = WarmUp.questions().getLast();
  private final byte[] out = new byte[Responder.LONGEST_ANSWER];

  /** An ARP request. */
  @Benchmark
  public int answerArp() {
    return responder.respond(arp, arp.length, out);
  }

  /** A neighbour solicitation, with its two checksums. */
  @Benchmark
  public int answerSolicitation() {
    return responder.respond(solicitation, solicitation.length, out);
  }
}
