package dev.starling.speaker.kube;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How to reach the API server, and as whom. */
public sealed interface KubeAccess {
  /** Where the kubelet puts the credentials of a Pod's ServiceAccount. */
  Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  /**
   * A server by its address.
   *
   * @param url with scheme and port
   * @param caFile certificates to trust, PEM; null for those of the JDK
   * @param tokenFile a bearer token, read again for each request, since the kubelet renews it; null
   *     for none
   */
  record Server(String url, @Nullable Path caFile, @Nullable Path tokenFile)
      implements KubeAccess {}

  /** The current context of a kubeconfig file. */
  record Kubeconfig(Path file) implements KubeAccess {}

  /**
   * As a Pod of the cluster does: the address from the environment, the rest from {@link
   * #SERVICE_ACCOUNT}. Null outside of a Pod.
   */
  static @Nullable KubeAccess inCluster(Map<String, String> environment) {
    String host = environment.get("KUBERNETES_SERVICE_HOST");
    if (host == null || host.isEmpty()) {
      return null;
    }
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    String bracketed = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return new Server(
        "https://" + bracketed + ":" + port,
        SERVICE_ACCOUNT.resolve("ca.crt"),
        SERVICE_ACCOUNT.resolve("token"));
  }
}
