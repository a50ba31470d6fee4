package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.measure.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LabCommandTest {
  private final CommandLine command =
      new CommandLine(new LabCommand()).setCaseInsensitiveEnumValuesAllowed(true);

  @Test
  void theLaunchersHelpNamesEveryOptionAndFault() throws IOException {
    String help = Files.readString(Path.of("../bin/lab"));

    assertThat(command.getCommandSpec().optionsMap().keySet())
        .filteredOn(name -> name.startsWith("--"))
        .allSatisfy(name -> assertThat(help).contains("#   " + name));
    assertThat(Arrays.stream(Fault.values()).map(Fault::word))
        .allSatisfy(word -> assertThat(help).contains("# " + " ".repeat(23) + word + " "));
  }

  @Test
  void readsItsOptions() {
    CommandLine.ParseResult parsed =
        command.parseArgs("--nodes", "3", "--fault", "cut", "--fault", "none", "--runs", "2");

    assertThat(parsed.matchedOption("--fault").<Object>getValue())
        .asString()
        .isEqualTo("[CUT, NONE]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nodes=2", "--nodes=10", "--runs=0", "--fault=flood", "--colour"})
  void refusesWrongOptions(String option) {
    assertThat(command.execute(option)).isEqualTo(2);
  }
}
