package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that moves a service IP between nodes, as its shell file has it.
 *
 * @param name the name of the file without its ending
 * @param script the file; {@code bench/README.md} tells what it answers to
 */
public record Product(String name, Path script) {
  private static final String ENDING = ".sh";
  private static final Duration NEEDS_LIMIT = Duration.ofMinutes(10);

  /**
   * The product of that name.
   *
   * @param home the project's folder
   * @throws LabException if there is none; the message names those that there are
   */
  public static Product of(Path home, String name) {
    return all(home).stream()
        .filter(product -> product.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new LabException(
                    "no product %s; there are: %s"
                        .formatted(
                            name,
                            String.join(", ", all(home).stream().map(Product::name).toList()))));
  }

  /** The products that are measured if nobody names others: those that need only their nodes. */
  public static List<Product> usual(Path home) {
    return all(home).stream().filter(product -> !product.hasBeside(home)).toList();
  }

  /** Every product in {@code bench/products}: Starling first, then by name. */
  public static List<Product> all(Path home) {
    Path folder = home.resolve("bench/products");
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .map(Product::of)
          .sorted(
              (a, b) ->
                  a.name().equals("starling")
                      ? -1
                      : b.name().equals("starling") ? 1 : a.name().compareTo(b.name()))
          .toList();
    } catch (IOException e) {
      throw new LabException("cannot list " + folder, e);
    }
  }

  /**
   * Sees to it that the product can run on this machine; its file may install it, for which it has
   * ten minutes.
   *
   * @throws LabException if it cannot run here; the file has told why on standard error
   */
  public void prove(Path home) {
    try {
      Process process = new ProcessBuilder(words(home, "needs")).inheritIO().start();
      if (!process.waitFor(NEEDS_LIMIT)) {
        process.destroyForcibly();
        throw new LabException(name + " could not be made ready in ten minutes");
      }
      if (process.exitValue() != 0) {
        throw new LabException(name + " cannot run on this machine");
      }
    } catch (IOException e) {
      throw new LabException("cannot run " + script, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted");
    }
  }

  /** The product's name and version, in one line. */
  public String version(Path home) {
    return Command.run(words(home, "version"));
  }

  /** Whether it needs a machine beside its nodes, for which its file has something to run. */
  public boolean hasBeside(Path home) {
    return Command.run(words(home, "extras")).contains("beside");
  }

  private List<String> words(Path home, String action) {
    return List.of("env", "BENCH_HOME=" + home, "bash", script.toString(), action);
  }

  private static Product of(Path file) {
    String name = file.getFileName().toString();
    return new Product(name.substring(0, name.length() - ENDING.length()), file);
  }
}
