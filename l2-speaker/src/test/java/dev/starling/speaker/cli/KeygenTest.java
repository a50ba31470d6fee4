package dev.starling.speaker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.membership.KeyFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.RepeatedTest;

class KeygenTest {
  @RepeatedTest(20)
  void whatKeygenPrintsIsAGoodKeyFile() {
    StringWriter out = new StringWriter();
    Console console = new Console(new PrintWriter(out), new PrintWriter(new StringWriter()));

    int code = new Starling(options -> 1, text -> null, "test").run(console, "keygen");

    assertThat(code).isZero();
    assertThat(KeyFile.parse(out.toString()).faults()).isEmpty();
    assertThat(KeyFile.parse(out.toString()).keys()).hasSize(1);
  }
}
