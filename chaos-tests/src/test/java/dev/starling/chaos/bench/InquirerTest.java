package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class InquirerTest {
  @Test
  void asksByBroadcastAsAHostThatIsNotThere() {
    assertThat(HexFormat.of().formatHex(Inquirer.question("10.77.0.128")))
        .isEqualTo(
            "ffffffffffff"
                + "0277000000fb"
                + "0806"
                + "0001"
                + "0800"
                + "06"
                + "04"
                + "0001"
                + "0277000000fb"
                + "0a4d00fb"
                + "000000000000"
                + "0a4d0080");
  }
}
