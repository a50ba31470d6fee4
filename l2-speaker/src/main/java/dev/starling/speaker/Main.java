package dev.starling.speaker;

import dev.starling.speaker.cli.Console;
import dev.starling.speaker.cli.Starling;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The program: puts the parts together and leaves everything else to them. */
public final class Main {
  private Main() {}

  /** Runs the command line and ends the process with its exit code. */
  public static void main(String[] arguments) {
    Console console =
        new Console(
            new PrintWriter(System.out, false, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    String packaged = Main.class.getPackage().getImplementationVersion();
    String version = packaged == null ? "development" : packaged;
    Starling starling =
        new Starling(
            options -> {
              console.err().println("starling speaker: not wired; build a later version");
              return 1;
            },
            key -> null,
            version);
    System.exit(starling.run(console, arguments));
  }
}
