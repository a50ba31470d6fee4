package dev.starling.chaos.kube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class KubeLabCommandTest {
  private final CommandLine command = new CommandLine(new KubeLabCommand());

  @Test
  void theLaunchersHelpNamesEveryOption() throws IOException {
    String help = Files.readString(Path.of("../bin/lab"));

    assertThat(command.getCommandSpec().optionsMap().keySet())
        .filteredOn(name -> name.startsWith("--"))
        .allSatisfy(name -> assertThat(help).containsPattern("#  ( {2})? " + name + " "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--runs=0", "--fault=kill", "--nodes=5"})
  void refusesWhatItDoesNotKnow(String option) {
    assertThat(command.execute("--kubernetes", option)).isEqualTo(2);
  }
}
