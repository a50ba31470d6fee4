package dev.starling.speaker.cli;

import dev.starling.speaker.config.ConfigResult;
import dev.starling.speaker.config.Fault;
import dev.starling.speaker.config.SpeakerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code starling check}. */
final class CheckCommand implements Command {
  private final KeyCheck keyCheck;

  CheckCommand(KeyCheck keyCheck) {
    this.keyCheck = keyCheck;
  }

  @Override
  public String name() {
    return "check";
  }

  @Override
  public void describe(CommandSpec spec) {
    spec.usageMessage()
        .header("Check a speaker's settings and its key.")
        .description(
            "Each fault is a line on standard error:",
            "  file:line:column: setting: what is wrong; what would be right")
        .footer("", "Exit codes: 0 good, 1 the file cannot be read, 2 faults.");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("FILE")
            .type(String.class)
            .index("0")
            .arity("1")
            .required(true)
            .description("The settings, as YAML.")
            .build());
  }

  @Override
  public int run(ParseResult arguments, Console console) {
    String name = arguments.matchedPositionalValue(0, "");
    ConfigResult result;
    try {
      result = ConfigText.read(Path.of(name));
    } catch (IOException e) {
      throw new Failure("cannot read " + name + ": " + ConfigText.reason(e) + "; give a YAML file");
    }
    return switch (result) {
      case ConfigResult.Bad(List<Fault> faults) -> {
        faults.forEach(fault -> console.err().println(fault.text(name)));
        yield ExitCode.USAGE;
      }
      case ConfigResult.Good(SpeakerConfig config) -> {
        String fault =
            keyFault(
                ConfigText.keyFile(Path.of(name), config.keyFile()), config.kubernetes() != null);
        if (fault != null) {
          console.err().println(name + ": keyFile: " + fault);
          yield ExitCode.USAGE;
        }
        console.out().println(name + ": good: " + summary(config));
        yield ExitCode.OK;
      }
    };
  }

  /**
   * What is wrong with the key file.
   *
   * @param single whether all of it is one key, as a Secret is
   */
  private @Nullable String keyFault(Path file, boolean single) {
    try {
      String text = ConfigText.readKey(file);
      String fault = keyCheck.faultOf(single ? text.replaceAll("\\s*\\R\\s*", "") : text);
      return fault == null ? null : file + ": " + fault;
    } catch (IOException e) {
      return "cannot read "
          + file
          + ": "
          + ConfigText.reason(e)
          + "; 'starling keygen' prints a key to put there";
    }
  }

  private static String summary(SpeakerConfig config) {
    if (config.kubernetes() != null) {
      return "node " + config.node() + ", peers and services from Kubernetes";
    }
    int ips = config.services().stream().mapToInt(service -> service.ips().size()).sum();
    return "node "
        + config.node()
        + ", "
        + config.peers().size()
        + " peers, "
        + config.services().size()
        + " services, "
        + ips
        + " IPs";
  }
}
