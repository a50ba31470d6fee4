package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.starling.chaos.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One round of the bench, with one fault: that it measures, and leaves nothing behind. */
class BenchIT {
  private static final String PREFIX = "stl" + ProcessHandle.current().pid() + "-";

  @Test
  void eachProductGetsTheSameFaultAndIsMeasured() {
    Path home = Needs.lab();
    List<Product> products =
        List.of(Product.of(home, "starling"), Product.of(home, "keepalived-100ms"));
    // In CI the product's own file installs it; on a person's machine a test installs nothing.
    assumeThat(isInstalled("keepalived") || Boolean.parseBoolean(System.getenv("CI")))
        .as("keepalived is not installed here")
        .isTrue();
    List<String> told = new ArrayList<>();
    Results results;
    try (Bench bench = new Bench(home, 3, products, told::add)) {
      bench.round(1, Set.of(BenchFault.CUT));
      results = bench.results();
    }

    assertThat(results.failures()).isEmpty();
    assertThat(results.faults()).containsExactly(BenchFault.CUT);
    for (Product product : products) {
      Cell cell = results.cell(product.name(), BenchFault.CUT);
      assertThat(cell.runs()).as("%s", told).isEqualTo(1);
      assertThat(cell.firstFrameMillis().max()).as("%s", told).isBetween(50.0, 3_000.0);
      assertThat(cell.lostProbes().max()).as("%s", told).isGreaterThan(5.0);
    }
    assertThat(Path.of("/run/netns"))
        .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith(PREFIX));
  }

  private static boolean isInstalled(String program) {
    return Stream.concat(
            Arrays.stream(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
