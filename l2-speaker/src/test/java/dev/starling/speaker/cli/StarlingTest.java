package dev.starling.speaker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.log.LogFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StarlingTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<SpeakerOptions> started = new ArrayList<>();
  private final Starling starling =
      new Starling(
          options -> {
            started.add(options);
            return 7;
          },
          key -> key.equals("weak") ? "is weak; 'starling keygen' prints a good one" : null,
          "1.2.3");

  @Test
  void ownersAreOneALine() {
    assertThat(run("owners", "--nodes", "node-a,node-b,node-c", "--ip", "10.0.0.1")).isZero();
    assertThat(out).hasToString(lines("node-b", "node-a", "node-c"));
    assertThat(err).hasToString("");
  }

  @Test
  void ownersOfSeveralIpsBeginWithTheIp() {
    run("owners", "--nodes", "node-a,node-b", "--ip", "10.0.0.1", "--ip=2001:DB8::10");
    assertThat(out)
        .hasToString(
            lines(
                "10.0.0.1 node-b",
                "10.0.0.1 node-a",
                "2001:db8::10 node-b",
                "2001:db8::10 node-a"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          owners --nodes n1                        | starling owners: Missing required option: '--ip=IP'
          owners --nodes n1 --ip 10.0.0.256        | starling owners: --ip: '10.0.0.256' is no IP address
          owners --nodes n1,,n2 --ip 10.0.0.1      | starling owners: --nodes: an empty name
          speaker                                  | starling speaker: Missing required option: '--config=FILE'
          speaker -c f --log-format xml            | starling speaker: --log-format: xml is neither text nor json
          speaker -c f --log-level loud            | starling speaker: --log-level: loud is none of trace, debug, info, warn, error
          check                                    | starling check: Missing required parameter: 'FILE'
          status --output xml                      | starling status: --output: xml is neither table nor json
          status --address localhost               | starling status: --address: 'localhost' is not HOST:PORT ([HOST]:PORT for IPv6)
          keygen extra                             | starling keygen: Unmatched argument at index 1: 'extra'
          bogus                                    | starling: Unmatched argument at index 0: 'bogus'
          """)
  void whatIsAskedWronglyIsTold(String arguments, String told) {
    assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString().lines().findFirst()).hasValue(told);
    assertThat(err.toString()).contains("--help'.");
    assertThat(out).hasToString("");
  }

  @Test
  void withoutASubcommandTheHelpIsShown() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("speaker").contains("owners");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "speaker", "check", "keygen", "owners", "status"})
  void helpAndVersionAreEverywhere(String command) {
    String[] name = command.isEmpty() ? new String[0] : new String[] {command};
    assertThat(run(with(name, "--help"))).isZero();
    assertThat(out.toString()).contains("Usage: starling").contains("--version");
    out.getBuffer().setLength(0);
    assertThat(run(with(name, "--version"))).isZero();
    assertThat(out).hasToString(lines("starling 1.2.3"));
    assertThat(err).hasToString("");
  }

  @Test
  void theHelpHasNoLineThatIsTooLong() {
    for (String command : List.of("speaker", "check", "keygen", "owners", "status")) {
      run(command, "--help");
    }
    assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
  }

  @Test
  void aNewKeyIsThirtyTwoBytesAndNeverTheSame() {
    assertThat(run("keygen")).isZero();
    String first = out.toString().strip();
    out.getBuffer().setLength(0);
    run("keygen");
    assertThat(Base64.getUrlDecoder().decode(first)).hasSize(32);
    assertThat(out.toString().strip()).isNotEqualTo(first);
  }

  @Test
  void aSpeakerIsStartedWithItsOptions() {
    assertThat(run("speaker", "--config", "a.yaml")).isEqualTo(7);
    assertThat(run("speaker", "-c=b.yaml", "--log-format=json", "--log-level=DEBUG")).isEqualTo(7);
    assertThat(started)
        .containsExactly(
            new SpeakerOptions(Path.of("a.yaml"), LogFormat.TEXT, "info"),
            new SpeakerOptions(Path.of("b.yaml"), LogFormat.JSON, "debug"));
  }

  @Test
  void aGoodFileIsSummedUp() throws IOException {
    Path file = file("good-key");
    assertThat(run("check", file.toString())).isZero();
    assertThat(out).hasToString(lines(file + ": good: node n1, 1 peers, 1 services, 2 IPs"));
  }

  @Test
  void everyFaultOfAFileIsTold() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.yaml"), "port: 0\npears: []\n");
    assertThat(run("check", file.toString())).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(5);
    assertThat(err.toString())
        .contains(file + ":1:7: port: 0 is out of range; give a number from 1 to 65535")
        .contains(file + ":2:1: unknown key \"pears\"; did you mean peers?");
  }

  @Test
  void aWeakKeyIsTold() throws IOException {
    Path file = file("  weak\n");
    assertThat(run("check", file.toString())).isEqualTo(2);
    assertThat(err)
        .hasToString(
            lines(
                file
                    + ": keyFile: "
                    + folder.resolve("keys/key")
                    + ": is weak; 'starling keygen' prints a good one"));
  }

  @Test
  void aMissingKeyIsTold() throws IOException {
    Path file = file("good-key");
    Files.delete(folder.resolve("keys/key"));
    assertThat(run("check", file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains("keyFile: cannot read " + folder.resolve("keys/key") + ": no such file; ");
  }

  @Test
  void aMissingFileIsAFailure() {
    assertThat(run("check", folder.resolve("none.yaml").toString())).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("none.yaml: no such file; give a YAML file");
  }

  private Path file(String key) throws IOException {
    Files.createDirectories(folder.resolve("keys"));
    Files.writeString(folder.resolve("keys/key"), key);
    return Files.writeString(
        folder.resolve("starling.yaml"),
        """
        node: n1
        bind: 10.0.0.1
        peers: [{name: n2, address: 10.0.0.2}]
        keyFile: keys/key
        services: [{name: web, ips: [10.0.0.80, "2001:db8::80"]}]
        """);
  }

  private int run(String... arguments) {
    return starling.run(new Console(new PrintWriter(out), new PrintWriter(err)), arguments);
  }

  private static String[] with(String[] name, String last) {
    List<String> arguments = new ArrayList<>(List.of(name));
    arguments.add(last);
    return arguments.toArray(new String[0]);
  }

  private static String lines(String... lines) {
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }
}
