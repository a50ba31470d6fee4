package dev.starling.speaker.cli;

import dev.starling.election.Rendezvous;
import dev.starling.election.ServiceIp;
import java.util.List;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code starling owners}. */
final class OwnersCommand implements Command {
  @Override
  public String name() {
    return "owners";
  }

  @Override
  public void describe(CommandSpec spec) {
    spec.usageMessage()
        .header("Print who may claim an IP, in order.")
        .description(
            "Print the nodes in the order in which they may claim an IP, one a line, the owner"
                + " first. With several IPs each line begins with the IP.")
        .footer("", "Example: starling owners --nodes n1,n2,n3 --ip 10.0.0.1");
    spec.addOption(
        OptionSpec.builder("--nodes")
            .paramLabel("NODE")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .splitRegex(",")
            .required(true)
            .description("Names of nodes, with commas between them.")
            .build());
    spec.addOption(
        OptionSpec.builder("--ip")
            .paramLabel("IP")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .splitRegex(",")
            .required(true)
            .description("A service IP of either family; may be repeated.")
            .build());
  }

  @Override
  public int run(ParseResult arguments, Console console) {
    List<String> nodes = arguments.matchedOptionValue("--nodes", List.of());
    List<String> literals = arguments.matchedOptionValue("--ip", List.of());
    if (nodes.stream().anyMatch(String::isBlank)) {
      throw wrong(arguments, "--nodes: an empty name");
    }
    for (String literal : literals) {
      if (ServiceIp.parse(literal) == null) {
        throw wrong(arguments, "--ip: '" + literal + "' is no IP address");
      }
    }
    for (String literal : literals) {
      ServiceIp ip = ServiceIp.of(literal);
      for (String node : Rendezvous.order(ip, nodes)) {
        console.out().println(literals.size() == 1 ? node : ip + " " + node);
      }
    }
    return ExitCode.OK;
  }

  private static ParameterException wrong(ParseResult arguments, String problem) {
    return new ParameterException(arguments.commandSpec().commandLine(), problem);
  }
}
