package dev.starling.speaker.cli;

import dev.starling.speaker.log.LogFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code starling speaker}. */
final class SpeakerCommand implements Command {
  private static final List<String> LEVELS = List.of("trace", "debug", "info", "warn", "error");

  private final SpeakerProcess process;

  SpeakerCommand(SpeakerProcess process) {
    this.process = process;
  }

  @Override
  public String name() {
    return "speaker";
  }

  @Override
  public void describe(CommandSpec spec) {
    spec.usageMessage()
        .header("Run a speaker.")
        .description(
            "Runs until it is told to end (SIGTERM, SIGINT: it hands its IPs over first). SIGHUP,"
                + " or a change of the file, applies the file again.")
        .footer(
            "",
            "Exit codes: 0 ended as told, 1 failed, 2 bad arguments or a bad file,",
            "3 an invariant is broken: others take over, restart it.");
    spec.addOption(
        OptionSpec.builder("-c", "--config")
            .paramLabel("FILE")
            .type(String.class)
            .required(true)
            .description("The settings, as YAML; 'starling check' tells what is wrong with them.")
            .build());
    spec.addOption(
        OptionSpec.builder("--log-format")
            .paramLabel("FORMAT")
            .type(String.class)
            .defaultValue("text")
            .description("text (default), or json: one object a line.")
            .build());
    spec.addOption(
        OptionSpec.builder("--log-level")
            .paramLabel("LEVEL")
            .type(String.class)
            .defaultValue("info")
            .description("trace, debug, info (default), warn, error.")
            .build());
  }

  @Override
  public int run(ParseResult arguments, Console console) {
    String format = arguments.matchedOptionValue("--log-format", "text");
    String level = arguments.matchedOptionValue("--log-level", "info");
    LogFormat logFormat =
        switch (format) {
          case "text" -> LogFormat.TEXT;
          case "json" -> LogFormat.JSON;
          default ->
              throw wrong(arguments, "--log-format: " + format + " is neither text nor json");
        };
    String logLevel = level.toLowerCase(Locale.ROOT);
    if (!LEVELS.contains(logLevel)) {
      String words = String.join(", ", LEVELS);
      throw wrong(arguments, "--log-level: " + level + " is none of " + words);
    }
    Path config = Path.of(arguments.matchedOptionValue("--config", ""));
    return process.run(new SpeakerOptions(config, logFormat, logLevel));
  }

  private static ParameterException wrong(ParseResult arguments, String problem) {
    return new ParameterException(arguments.commandSpec().commandLine(), problem);
  }
}
