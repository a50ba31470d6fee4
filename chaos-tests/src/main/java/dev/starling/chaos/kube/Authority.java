package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The certificate authority of a control plane (X.509 by {@code openssl}, keys on P-256).
 * Certificates hold for a month.
 */
final class Authority {
  private static final String CA = "ca";
  private static final String DAYS = "30";

  private final KubeFolder folder;

  /** Makes the authority's own key and certificate. */
  Authority(KubeFolder folder) {
    this.folder = folder;
    request(
        CA,
        "CN = starling test",
        "basicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign, cRLSign",
        List.of());
  }

  /** The authority's own certificate. */
  Path certificate() {
    return folder.file(CA + ".crt");
  }

  /** The certificate that {@link #issue} made under a name. */
  Path certificate(String name) {
    return folder.file(name + ".crt");
  }

  /** The private key that {@link #issue} made under a name. */
  Path key(String name) {
    return folder.file(name + ".key");
  }

  /**
   * Makes a key and a certificate for client and server.
   *
   * @param name of the files
   * @param subject the lines of the distinguished name, {@code O = ...} and {@code CN = ...}
   * @param alternativeNames as {@code IP:192.0.2.1} and {@code DNS:name}; may be empty
   */
  void issue(String name, String subject, List<String> alternativeNames) {
    String extensions = "extendedKeyUsage = clientAuth, serverAuth";
    if (!alternativeNames.isEmpty()) {
      extensions += "\nsubjectAltName = " + String.join(", ", alternativeNames);
    }
    List<String> signer = List.of("-CA", certificate().toString(), "-CAkey", key(CA).toString());
    request(name, subject, extensions, signer);
  }

  private void request(String name, String subject, String extensions, List<String> signer) {
    // A file of its own: the machine's openssl.cnf may add extensions of its choice.
    Path configuration =
        folder.write(
            name + ".cnf",
            """
            [req]
            prompt = no
            distinguished_name = name
            x509_extensions = extensions
            [name]
            %s
            [extensions]
            %s
            """
                .formatted(subject, extensions));
    run(
        List.of(
            "genpkey",
            "-algorithm",
            "EC",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-out",
            key(name).toString()));
    List<String> words =
        new ArrayList<>(
            List.of(
                "req",
                "-x509",
                "-new",
                "-config",
                configuration.toString(),
                "-key",
                key(name).toString(),
                "-days",
                DAYS,
                "-out",
                certificate(name).toString()));
    words.addAll(signer);
    run(words);
  }

  private static void run(List<String> words) {
    List<String> all = new ArrayList<>(List.of("openssl"));
    all.addAll(words);
    Command.run(all);
  }
}
