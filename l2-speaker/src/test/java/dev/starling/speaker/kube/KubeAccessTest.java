package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeAccessTest {
  @TempDir private Path folder;

  @Test
  void aPodFindsTheServerInItsEnvironment() {
    Path account = KubeAccess.SERVICE_ACCOUNT;
    assertThat(
            KubeAccess.inCluster(
                Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "6443")))
        .isEqualTo(
            new KubeAccess.Server(
                "https://[fd00::1]:6443", account.resolve("ca.crt"), account.resolve("token")));
    assertThat(KubeAccess.inCluster(Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1")))
        .extracting("url")
        .isEqualTo("https://10.96.0.1:443");
    assertThat(KubeAccess.inCluster(Map.of())).isNull();
  }

  @Test
  void theTokenIsTheOneThatTheFileHasNow() throws IOException {
    Path file = folder.resolve("token");
    TokenFile token = new TokenFile(file);
    assertThat(token.getToken()).isNull();
    Files.writeString(file, "one\n");
    assertThat(token.getToken()).isEqualTo("one");
    Files.writeString(file, "two");
    assertThat(token.getToken()).isEqualTo("two");
    Files.delete(file);
    assertThat(token.getToken()).isEqualTo("two");
  }

  @Test
  void aFileThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("ca.crt"), "no certificate");
    KubeAccess access = new KubeAccess.Server("https://127.0.0.1:1", file, null);

    assertThatThrownBy(() -> new ApiConnection(access, KubeTimes.DEFAULTS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ca.crt");
  }

  @Test
  void aKubeconfigIsRead() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            clusters:
            - name: c
              cluster: {server: "https://127.0.0.1:1234/"}
            users:
            - name: u
              user: {token: t}
            contexts:
            - name: x
              context: {cluster: c, user: u}
            current-context: x
            """);

    try (ApiConnection api =
        new ApiConnection(new KubeAccess.Kubeconfig(file), KubeTimes.DEFAULTS)) {
      assertThat(api.uri("/api")).isEqualTo("https://127.0.0.1:1234/api");
    }
  }
}
