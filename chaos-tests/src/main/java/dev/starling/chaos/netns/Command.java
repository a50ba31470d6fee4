package dev.starling.chaos.netns;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One run of a program that has been started and waits for its standard input, so that what it does
 * happens within a millisecond or two of {@link #fire} and not after its start.
 */
public final class Command implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final List<String> words;
  private final Process process;

  private Command(List<String> words) {
    this.words = List.copyOf(words);
    try {
      process = new ProcessBuilder(words).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new LabException("cannot run " + String.join(" ", words), e);
    }
  }

  /** Starts a program that will wait for {@link #fire}. */
  public static Command arm(List<String> words) {
    return new Command(words);
  }

  /** Runs a program to its end without input and returns what it printed; throws if it fails. */
  public static String run(List<String> words) {
    return run(words, "");
  }

  /** Runs a program to its end with {@code input} and returns what it printed. */
  public static String run(List<String> words, String input) {
    try (Command command = arm(words)) {
      command.fire(input);
      return command.finish();
    }
  }

  /** Hands over the input and returns the moment just before, on {@link System#nanoTime}. */
  public long fire(String input) {
    byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
    long nanos = System.nanoTime();
    try (OutputStream out = process.getOutputStream()) {
      out.write(bytes);
    } catch (IOException e) {
      // A program that reads no input may be gone already; its exit code tells how it went.
      if (process.isAlive()) {
        throw new LabException("cannot write to " + words.getFirst(), e);
      }
    }
    return nanos;
  }

  /** Waits for the end and returns what was printed; throws if that takes too long or fails. */
  public String finish() {
    try {
      // The programs run here print less than a pipe holds, so reading may wait for the end.
      if (!process.waitFor(LIMIT)) {
        throw new LabException(
            String.format(
                Locale.ROOT,
                "%s did not end within %d s",
                String.join(" ", words),
                LIMIT.toSeconds()));
      }
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() != 0) {
        throw new LabException(
            String.format(
                Locale.ROOT,
                "%s: exit code %d: %s",
                String.join(" ", words),
                process.exitValue(),
                printed));
      }
      return printed;
    } catch (IOException e) {
      throw new LabException("cannot read from " + words.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted while waiting for " + words.getFirst());
    }
  }

  /** Ends the program if it is still there. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
