package dev.starling.chaos.kube;

import dev.starling.chaos.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The speaker's image, made by {@code bin/image} where it is not there or older than the jars. */
public final class SpeakerImage {
  private static final Duration LIMIT = Duration.ofMinutes(8);
  private static final int LAST_LINES = 15;

  private SpeakerImage() {}

  /** Makes it, which takes a minute, if need be; where that fails the test is skipped. */
  public static void assumeMade() throws IOException, InterruptedException {
    Path home = Needs.home();
    Path log = Files.createDirectories(home.resolve("target/image")).resolve("build.log");
    System.out.println("bin/image --if-stale: may take a minute; its log is " + log);
    Process process =
        new ProcessBuilder(home.resolve("bin/image").toString(), "--if-stale", "--no-build")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(LIMIT);
    process.destroyForcibly();
    List<String> lines = Files.readAllLines(log);
    String last =
        String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    Needs.need(ended && process.exitValue() == 0, "no image of the speaker: " + last);
  }
}
