package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * Sees to it that the product can run on this machine.
   *
   * @throws LabException if it cannot; the message tells why
   */
  public void prove(Path home) {
    call(home, "needs");
  }

  /** The product's name and version, in one line. */
  public String version(Path home) {
    return call(home, "version");
  }

  private String call(Path home, String action) {
    return Command.run(List.of("env", "BENCH_HOME=" + home, "bash", script.toString(), action));
  }

  private static Product of(Path file) {
    String name = file.getFileName().toString();
    return new Product(name.substring(0, name.length() - ENDING.length()), file);
  }
}
