package dev.starling.speaker.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code starling status}. */
final class StatusCommand implements Command {
  private static final String DEFAULT_ADDRESS = "127.0.0.1:7473";
  private static final int TIMEOUT_MILLIS = 3_000;

  /** 20,000 IPs of 250 nodes each fit. */
  private static final int MAX_BYTES = 512 * 1024 * 1024;

  @Override
  public String name() {
    return "status";
  }

  @Override
  public void describe(CommandSpec spec) {
    spec.usageMessage()
        .header("Print the state of a running speaker.")
        .description("A mark * is on what is the asked speaker's own.")
        .footer("", "Exit codes: 0 printed, 1 no speaker answers, 2 bad arguments.");
    spec.addOption(
        OptionSpec.builder("-a", "--address")
            .paramLabel("HOST:PORT")
            .type(String.class)
            .defaultValue(DEFAULT_ADDRESS)
            .description("The speaker's http.address and http.port (" + DEFAULT_ADDRESS + ").")
            .build());
    spec.addOption(
        OptionSpec.builder("-o", "--output")
            .paramLabel("FORMAT")
            .type(String.class)
            .defaultValue("table")
            .description("table (default) for people, json for programs.")
            .build());
  }

  @Override
  public int run(ParseResult arguments, Console console) {
    String output = arguments.matchedOptionValue("--output", "table");
    if (!output.equals("table") && !output.equals("json")) {
      throw wrong(arguments, "--output: " + output + " is neither table nor json");
    }
    String address = arguments.matchedOptionValue("--address", DEFAULT_ADDRESS);
    byte[] json = fetch(uri(arguments, address), address);
    if (output.equals("json")) {
      console.out().print(new String(json, StandardCharsets.UTF_8));
      return ExitCode.OK;
    }
    try {
      new StatusTable(console.out()).print(JsonTree.read(json));
    } catch (IOException e) {
      throw new Failure(
          address + " answers, but not as a speaker does; give http.address and http.port of one");
    }
    return ExitCode.OK;
  }

  private static URI uri(ParseResult arguments, String address) {
    try {
      URI uri = new URI("http://" + address + "/status");
      if (uri.getHost() != null && uri.getPort() > 0) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Told below, as the same mistake.
    }
    throw wrong(arguments, "--address: '" + address + "' is not HOST:PORT ([HOST]:PORT for IPv6)");
  }

  private static byte[] fetch(URI uri, String address) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      connection.setInstanceFollowRedirects(false);
      if (connection.getResponseCode() != 200) {
        throw new Failure(
            address
                + " answers "
                + connection.getResponseCode()
                + "; is it a speaker's HTTP port?");
      }
      try (InputStream in = connection.getInputStream()) {
        return in.readNBytes(MAX_BYTES);
      }
    } catch (ConnectException e) {
      throw new Failure("no speaker at " + address + "; start one, or give --address HOST:PORT");
    } catch (IOException e) {
      throw new Failure(address + ": " + e.getMessage() + "; is a speaker running there?");
    }
  }

  private static ParameterException wrong(ParseResult arguments, String problem) {
    return new ParameterException(arguments.commandSpec().commandLine(), problem);
  }
}
