package dev.starling.speaker.kube;

import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A bearer token in a file, which the kubelet renews. While the file cannot be read the last token
 * serves.
 */
final class TokenFile implements OAuthTokenProvider {
  private final Path path;
  private volatile @Nullable String last;

  TokenFile(Path path) {
    this.path = path;
  }

  @Override
  public @Nullable String getToken() {
    try {
      last = Files.readString(path).strip();
    } catch (IOException _) {
      // Without any token the server says 401, which is told.
    }
    return last;
  }
}
