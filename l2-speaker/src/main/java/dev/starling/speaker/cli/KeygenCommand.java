package dev.starling.speaker.cli;

import java.security.SecureRandom;
import java.util.Base64;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code starling keygen}. */
final class KeygenCommand implements Command {
  private static final int KEY_BYTES = 32;

  @Override
  public String name() {
    return "keygen";
  }

  @Override
  public void describe(CommandSpec spec) {
    spec.usageMessage()
        .header("Print a new key for a cluster.")
        .description("32 random bytes, as base64url, on one line.")
        .footer("", "Example: (umask 077; starling keygen > secretkey)");
  }

  @Override
  public int run(ParseResult arguments, Console console) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    console.out().println(Base64.getUrlEncoder().withoutPadding().encodeToString(key));
    return ExitCode.OK;
  }
}
