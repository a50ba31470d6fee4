package dev.starling.speaker;

import dev.starling.membership.KeyFile;
import dev.starling.speaker.cli.Console;
import dev.starling.speaker.cli.Starling;
import dev.starling.speaker.loop.SpeakerRun;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The program: puts the parts together and leaves everything else to them. */
public final class Main {
  private Main() {}

  /** Runs the command line and ends the process with its exit code. */
  public static void main(String[] arguments) {
    if (arguments.length > 1 && arguments[0].equals("speaker")) {
      SpeakerRun.prepare();
    }
    Console console =
        new Console(
            new PrintWriter(System.out, false, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    String packaged = Main.class.getPackage().getImplementationVersion();
    String version = packaged == null ? "development" : packaged;
    Starling starling =
        new Starling(options -> new SpeakerRun(version).run(options), Main::keyFault, version);
    System.exit(starling.run(console, arguments));
  }

  private static @Nullable String keyFault(String text) {
    List<KeyFile.Fault> faults = KeyFile.parse(text).faults();
    return faults.isEmpty()
        ? null
        : faults.stream().map(KeyFile.Fault::message).collect(Collectors.joining("; "));
  }
}
