package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {
  private final CommandLine command =
      new CommandLine(new BenchCommand()).setCaseInsensitiveEnumValuesAllowed(true);

  @Test
  void theLaunchersHelpNamesEveryOptionAndFault() throws IOException {
    String help = Files.readString(Path.of("../bin/bench"));

    assertThat(command.getCommandSpec().optionsMap().keySet())
        .filteredOn(name -> name.startsWith("--"))
        .allSatisfy(name -> assertThat(help).contains("#   " + name));
    assertThat(Arrays.stream(BenchFault.values()).map(BenchFault::word))
        .allSatisfy(word -> assertThat(help).contains("# " + " ".repeat(23) + word + " "));
  }

  @Test
  void readsItsOptions() {
    CommandLine.ParseResult parsed =
        command.parseArgs(
            "--fault", "cut", "--fault", "return", "--runs", "2", "--load-minutes=0.5");

    assertThat(parsed.matchedOption("--fault").<Object>getValue())
        .asString()
        .isEqualTo("[CUT, RETURN]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nodes=2",
        "--nodes=10",
        "--runs=-1",
        "--fault=flood",
        "--load-minutes=61",
        "--load-minutes=-1",
        "--colour"
      })
  void refusesWrongOptions(String option) {
    assertThat(command.execute(option)).isEqualTo(2);
  }
}
