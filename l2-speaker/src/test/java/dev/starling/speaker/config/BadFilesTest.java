package dev.starling.speaker.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is told of each file of bad-files.txt: all of it, and no more. */
class BadFilesTest {
  private static final Path FILE =
      Path.of("src/test/resources/dev/starling/speaker/config/bad-files.txt");
  private static final String CASE = "\n=== ";
  private static final String TOLD = "----\n";

  record Case(String title, String yaml, String told) {
    @Override
    public String toString() {
      return title;
    }
  }

  static List<Case> cases() throws IOException {
    String all = Files.readString(FILE, UTF_8);
    return Stream.of(all.split(CASE, -1)).skip(1).map(BadFilesTest::parsed).toList();
  }

  private static Case parsed(String text) {
    int body = text.indexOf('\n') + 1;
    int told = text.indexOf(TOLD, body);
    return new Case(
        text.substring(0, body - 1),
        text.substring(body, told),
        text.substring(told + TOLD.length()).strip());
  }

  private static String told(Case bad) {
    String yaml =
        bad.yaml()
            .replace("%bind\n", "bind: 10.0.0.1\n")
            .replace("%keyFile\n", "keyFile: key\n")
            .replace("%peers\n", "peers: [{name: n2, address: 10.0.0.2}]\n");
    return switch (ConfigFile.parse(yaml, Surroundings.named("n1"))) {
      case ConfigResult.Good good -> "good";
      case ConfigResult.Bad(List<Fault> faults) ->
          faults.stream().map(fault -> fault.text("f")).collect(Collectors.joining("\n"));
    };
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTold(Case bad) {
    if (!Boolean.getBoolean("rewrite")) {
      assertThat(told(bad)).isEqualTo(bad.told());
    }
  }

  @Test
  void canBeRewritten() throws IOException {
    List<Case> cases = cases();
    assertThat(cases).hasSizeGreaterThan(30);
    if (Boolean.getBoolean("rewrite")) {
      String head = Files.readString(FILE, UTF_8).split(CASE, 2)[0];
      String body =
          cases.stream()
              .map(bad -> CASE + bad.title() + "\n" + bad.yaml() + TOLD + told(bad) + "\n")
              .collect(Collectors.joining());
      Files.writeString(FILE, head + body, UTF_8);
    }
  }
}
