package dev.starling.chaos.kube.lab;

import dev.starling.chaos.kube.ControlPlane;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** kubectl's proxy to an API server: a request through it takes no start of a program. */
final class ApiProxy implements AutoCloseable {
  private static final int PORT = 8001;
  private static final int LIMIT_MILLIS = 5_000;

  private final Namespace namespace;
  private final Process process;

  private ApiProxy(Namespace namespace, Process process) {
    this.namespace = namespace;
    this.process = process;
  }

  /** Starts one beside the API server and waits until it answers. */
  static ApiProxy start(ControlPlane plane) throws IOException {
    Namespace namespace = Objects.requireNonNull(plane.setup().namespace());
    List<String> words = List.of(plane.setup().tools().path("kubectl"), "proxy", "--port=" + PORT);
    ProcessBuilder builder =
        new ProcessBuilder(namespace.command(words))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("KUBECONFIG", plane.kubeconfig().toString());
    ApiProxy proxy = new ApiProxy(namespace, builder.start());
    Patience.await("kubectl proxy answers", Duration.ofSeconds(20), () -> proxy.isOpen(), () -> "");
    return proxy;
  }

  /** Changes the status of a Service and returns the moment before. */
  long patchStatus(String space, String service, String patch) throws IOException {
    try (Socket socket = namespace.call(ApiProxy::connect)) {
      byte[] body = patch.getBytes(StandardCharsets.UTF_8);
      String head =
          """
          PATCH /api/v1/namespaces/%s/services/%s/status HTTP/1.0
          Host: 127.0.0.1
          Content-Type: application/merge-patch+json
          Content-Length: %s

          """
              .formatted(space, service, body.length)
              .replace("\n", "\r\n");
      long nanos = System.nanoTime();
      socket.getOutputStream().write((head + patch).getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!answer.startsWith("HTTP/1.0 200") && !answer.startsWith("HTTP/1.1 200")) {
        throw new LabException("the API server says: " + answer);
      }
      return nanos;
    }
  }

  private boolean isOpen() {
    try (Socket socket = namespace.call(ApiProxy::connect)) {
      return socket.isConnected();
    } catch (IOException | LabException e) {
      return false;
    }
  }

  private static Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setSoTimeout(LIMIT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT), LIMIT_MILLIS);
    return socket;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
