package dev.starling.speaker.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code starling}. */
public final class Starling {
  private final List<Command> commands;
  private final String version;

  /**
   * The command with its subcommands.
   *
   * @param process what {@code starling speaker} runs
   * @param keyCheck what {@code starling check} asks about the key
   * @param version what {@code --version} prints
   */
  public Starling(SpeakerProcess process, KeyCheck keyCheck, String version) {
    this.version = version;
    this.commands =
        List.of(
            new SpeakerCommand(process),
            new CheckCommand(keyCheck),
            new KeygenCommand(),
            new OwnersCommand(),
            new StatusCommand());
  }

  /** Runs the command line and returns the exit code. */
  public int run(Console console, String... arguments) {
    CommandSpec root = spec("starling");
    root.usageMessage().header("Layer-2 failover for service IPs.");
    for (Command command : commands) {
      CommandSpec spec = spec(command.name());
      command.describe(spec);
      root.addSubcommand(command.name(), spec);
    }
    CommandLine line =
        new CommandLine(root)
            .setOut(console.out())
            .setErr(console.err())
            .setExecutionStrategy(parsed -> execute(parsed, console))
            .setParameterExceptionHandler(
                (e, args) -> {
                  String name = e.getCommandLine().getCommandSpec().qualifiedName();
                  console.err().println(name + ": " + oneLine(String.valueOf(e.getMessage())));
                  console.err().println("See '" + name + " --help'.");
                  return ExitCode.USAGE;
                });
    int code = line.execute(arguments);
    console.out().flush();
    console.err().flush();
    return code;
  }

  private int execute(ParseResult parsed, Console console) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    ParseResult chosen = parsed.subcommand();
    if (chosen == null) {
      parsed.commandSpec().commandLine().usage(console.err());
      return ExitCode.USAGE;
    }
    String name = chosen.commandSpec().name();
    for (Command command : commands) {
      if (command.name().equals(name)) {
        return run(command, chosen, console);
      }
    }
    throw new IllegalStateException("no command " + name);
  }

  private static int run(Command command, ParseResult arguments, Console console) {
    try {
      return command.run(arguments, console);
    } catch (Failure e) {
      String name = arguments.commandSpec().qualifiedName();
      console.err().println(name + ": " + oneLine(String.valueOf(e.getMessage())));
      return ExitCode.SOFTWARE;
    }
  }

  private CommandSpec spec(String name) {
    CommandSpec spec = CommandSpec.create().name(name).version("starling " + version);
    spec.usageMessage().abbreviateSynopsis(false).sortOptions(false).width(100);
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Print this help.").build());
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("Print the version.")
            .build());
    return spec;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ");
  }
}
