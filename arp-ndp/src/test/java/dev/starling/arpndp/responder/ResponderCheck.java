package dev.starling.arpndp.responder;

import dev.starling.arpndp.wire.MacAddress;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Compares what a responder does about a frame with {@link ExpectedAnswer}. */
final class ResponderCheck {
  private static final byte UNTOUCHED = 0x55;

  private final Heard heard = new Heard();
  private final byte[] out = new byte[Responder.LONGEST_ANSWER + 16];
  private final Responder responder;
  private long nowNanos = Long.MAX_VALUE - 5_000_000_000L;

  ResponderCheck() {
    responder = new Responder(() -> nowNanos, () -> Long.MAX_VALUE, heard, Responder.answerLimit());
    responder.publish(
        AnswerTable.of(
                ReferenceTable.OWN,
                List.of(
                    ReferenceTable.V4,
                    ReferenceTable.V6,
                    ReferenceTable.V4_NOT_OWNED,
                    ReferenceTable.V6_NOT_OWNED),
                List.of(ReferenceTable.V4_ASKER, ReferenceTable.V6_ASKER))
            .withOwned(List.of(ReferenceTable.V4, ReferenceTable.V6)));
  }

  /**
   * Silence has a ground that the frame gives; an answer is the expected one, and nothing is
   * written beside it; and what the radar is told is what the frame says.
   */
  void check(byte[] frame) {
    nowNanos += 1_000_000_000L; // So that the radar tells all, and no limit is met.
    heard.clear();
    Arrays.fill(out, UNTOUCHED);
    ExpectedAnswer expected = new ExpectedAnswer(frame);
    int verdict = responder.respond(frame, frame.length, out);
    if (verdict > 0) {
      require(expected.silence().isEmpty(), frame, "answered in spite of " + expected.silence());
      String answer = HexFormat.of().formatHex(out, 0, verdict);
      require(answer.equals(expected.answer()), frame, "answered by " + answer);
    } else {
      DropReason reason = DropReason.ofVerdict(verdict);
      require(expected.silence().contains(reason), frame, reason + ", not " + expected.silence());
    }
    for (int i = Math.max(verdict, 0); i < out.length; i++) {
      require(out[i] == UNTOUCHED, frame, "an answer that writes byte " + i);
    }
    require(heard.claimed.equals(expected.claimed()), frame, "claim of " + heard.claimed);
    require(heard.claimant.equals(expected.claimant()), frame, "claim by " + heard.claimant);
    require(heard.witness.equals(expected.witness()), frame, "heard from " + heard.witness);
  }

  private static void require(boolean holds, byte[] frame, String otherwise) {
    if (!holds) {
      throw new AssertionError(HexFormat.of().formatHex(frame) + " is " + otherwise);
    }
  }

  private static final class Heard implements Radar {
    private String claimed = "";
    private String claimant = "";
    private String witness = "";

    private void clear() {
      claimed = "";
      claimant = "";
      witness = "";
    }

    @Override
    public void foreignClaim(InetAddress ip, MacAddress mac, boolean states) {
      claimed = HexFormat.of().formatHex(ip.getAddress());
      claimant = mac.toString().replace(":", "") + (states ? " states" : " sends");
    }

    @Override
    public void witnessHeard(InetAddress ip) {
      witness = HexFormat.of().formatHex(ip.getAddress());
    }
  }
}
