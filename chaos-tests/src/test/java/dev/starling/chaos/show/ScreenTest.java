package dev.starling.chaos.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void aPipeGetsLinesAlone() {
    try (Screen screen = new Screen(out, false, true)) {
      screen.panel(() -> List.of("a panel"));
      screen.say(screen.bold("first"));
      screen.say(screen.good("second") + " " + screen.bad("third") + screen.dim("."));
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("first\nsecond third.\n");
  }

  @Test
  void aTerminalKeepsThePanelBelowTheLines() {
    Screen screen = new Screen(out, true, false);
    screen.panel(() -> List.of("panel", "of two lines"));
    screen.say("first");
    screen.say("second");
    screen.close();

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsSubsequence("first\n", "panel\nof two lines\n", "\u001b[2A\r\u001b[J", "second\n")
        .endsWith("\u001b[2A\r\u001b[J\u001b[?25h\u001b[?7h");
  }

  @Test
  void colourIsForTerminalsThatWantIt() {
    try (Screen plain = new Screen(out, true, false);
        Screen colourful = new Screen(out, true, true)) {
      assertThat(plain.good("well")).isEqualTo("well");
      assertThat(colourful.good("well")).isEqualTo("\u001b[32mwell\u001b[0m");
    }
  }
}
