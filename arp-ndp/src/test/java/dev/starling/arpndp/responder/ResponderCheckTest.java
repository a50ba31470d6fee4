package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.responder.ReferenceTable.Row;
import dev.starling.arpndp.wire.GoldenFrames;
import dev.starling.arpndp.wire.HexFrame;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponderCheckTest {
  private final ResponderCheck check = new ResponderCheck();

  static List<Row> rows() {
    return ReferenceTable.rows();
  }

  /** Two that were written apart agree: the table by hand and the reading by digits. */
  @ParameterizedTest
  @MethodSource("rows")
  void theTableAndTheReadingAgree(Row row) {
    ExpectedAnswer expected = new ExpectedAnswer(row.frame());
    if (row.silence() == null) {
      assertThat(expected.silence()).isEmpty();
    } else {
      assertThat(expected.silence()).contains(row.silence());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyRowAndEveryPrefixAndEveryFlippedBitIsJudgedAsExpected(Row row) {
    check.check(row.frame());
    for (int length = 0; length < row.frame().length; length++) {
      check.check(Arrays.copyOf(row.frame(), length));
    }
    for (int bit = 0; bit < row.frame().length * 8; bit++) {
      byte[] flipped = row.frame().clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      check.check(flipped);
      check.check(new HexFrame(flipped).sealed());
    }
  }

  @Test
  void goldenFramesAreJudgedAsExpected() {
    for (Map.Entry<String, byte[]> golden : GoldenFrames.all().entrySet()) {
      check.check(golden.getValue());
    }
  }
}
