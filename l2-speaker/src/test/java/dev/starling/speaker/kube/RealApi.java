package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real kube-apiserver with its etcd on loopback, of the binaries in {@code KUBEBUILDER_ASSETS} or
 * of those that the tests of the control plane have built. Nothing but the API: no controllers.
 */
final class RealApi {
  /** The token of an administrator. */
  private static final String ADMIN = "admin-token";

  private final Path folder;
  private final Path assets;
  private final int port;
  private final int etcdPort;
  private final List<Process> running = new CopyOnWriteArrayList<>();
  private final Thread atExit = new Thread(this::endAll, "end-of-api");
  private @Nullable Process server;
  private @Nullable ApiConnection admin;

  /** Starts both. Skips the test where there are no binaries, or fails it where CI=true. */
  RealApi(Path folder) throws IOException {
    this.folder = folder;
    assets = assets();
    port = freePort();
    etcdPort = freePort();
    Files.writeString(folder.resolve("sa.key"), privateKey());
    Files.writeString(
        folder.resolve("tokens"),
        ADMIN + ",admin,admin,system:masters\n" + "speaker-token,speaker,speaker\n");
    Files.writeString(folder.resolve("admin"), ADMIN);
    Files.writeString(folder.resolve("speaker"), "speaker-token\n");
    Runtime.getRuntime().addShutdownHook(atExit);
    boolean up = false;
    try {
      startEtcd();
      startServer();
      up = true;
    } finally {
      if (!up) {
        endAll();
      }
    }
  }

  private void endAll() {
    running.reversed().forEach(Process::destroyForcibly);
  }

  private static Path assets() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String variable : List.of("KUBEBUILDER_ASSETS", "STARLING_KUBE_ASSETS")) {
      String named = System.getenv(variable);
      if (named != null) {
        folders.add(Path.of(named));
      }
    }
    String home =
        Objects.requireNonNullElse(System.getenv("HOME"), System.getProperty("user.home"));
    Path built = Path.of(home, ".cache", "starling", "kube");
    if (Files.isDirectory(built)) {
      try (Stream<Path> versions = Files.list(built)) {
        versions.sorted().forEach(folders::add);
      }
    }
    for (Path folder : folders) {
      if (Files.isExecutable(folder.resolve("etcd"))
          && Files.isExecutable(folder.resolve("kube-apiserver"))) {
        return folder;
      }
    }
    String why = "no etcd and kube-apiserver: set KUBEBUILDER_ASSETS, or build chaos-tests/kube";
    return Boolean.parseBoolean(System.getenv("CI")) ? fail(why) : abort(why);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String privateKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
      return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void startEtcd() throws IOException {
    String url = "http://127.0.0.1:" + etcdPort;
    String peer = "http://127.0.0.1:" + freePort();
    run(
        "etcd",
        "--data-dir=" + folder.resolve("etcd"),
        "--unsafe-no-fsync",
        "--log-level=error",
        "--listen-client-urls=" + url,
        "--advertise-client-urls=" + url,
        "--listen-peer-urls=" + peer,
        "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=default=" + peer);
  }

  /** Starts the API server, and waits until it answers. */
  void startServer() throws IOException {
    server =
        run(
            "kube-apiserver",
            "--etcd-servers=http://127.0.0.1:" + etcdPort,
            "--bind-address=127.0.0.1",
            "--secure-port=" + port,
            "--cert-dir=" + folder.resolve("certificates"),
            "--token-auth-file=" + folder.resolve("tokens"),
            "--authorization-mode=RBAC",
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-account-key-file=" + folder.resolve("sa.key"),
            "--service-account-signing-key-file=" + folder.resolve("sa.key"),
            "--service-cluster-ip-range=10.96.0.0/16",
            "--endpoint-reconciler-type=none",
            "--disable-admission-plugins=ServiceAccount");
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> Files.exists(certificate()) && code("GET", "/readyz", "") == 200);
  }

  private Process run(String name, String... flags) throws IOException {
    List<String> command = new ArrayList<>(List.of(assets.resolve(name).toString()));
    command.addAll(List.of(flags));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve(name + ".log").toFile()))
            .start();
    running.add(process);
    return process;
  }

  /** Ends the API server as a crash would. */
  void killServer() throws InterruptedException {
    Process process = Objects.requireNonNull(server);
    process.destroyForcibly().waitFor();
    running.remove(process);
  }

  /** Stops or continues the API server: its sockets stay open. */
  void signalServer(String signal) throws IOException, InterruptedException {
    String pid = Long.toString(Objects.requireNonNull(server).pid());
    new ProcessBuilder("kill", "-" + signal, pid).start().waitFor();
  }

  /** The way in for the user {@code admin} or {@code speaker}. */
  KubeAccess access(String user) {
    return new KubeAccess.Server("https://127.0.0.1:" + port, certificate(), folder.resolve(user));
  }

  private Path certificate() {
    return folder.resolve("certificates/apiserver.crt");
  }

  /** Makes an object; single quotes are double ones. */
  void create(String path, String object) {
    must("POST", path, object);
  }

  /** Merges into an object. */
  void patch(String path, String object) {
    must("PATCH", path, object);
  }

  /** Deletes an object. */
  void delete(String path) {
    must("DELETE", path, "");
  }

  private void must(String method, String path, String body) {
    int code = code(method, path, body.replace('\'', '"'));
    if (code / 100 != 2) {
      throw new IllegalStateException(method + " " + path + ": " + code);
    }
  }

  private int code(String method, String path, String body) {
    try {
      ApiConnection api = admin;
      if (api == null) {
        api = new ApiConnection(access("admin"), KubeTimes.DEFAULTS);
        admin = api;
      }
      String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
      HttpRequest.Builder request =
          api.http()
              .newHttpRequestBuilder()
              .uri(api.uri(path))
              .timeout(KubeTimes.DEFAULTS.answer(), TimeUnit.MILLISECONDS);
      if (!method.equals("GET")) {
        request.method(method, type, body);
      }
      HttpResponse<AsyncBody> response =
          api.http().consumeBytes(request.build(), (_, from) -> from.consume()).join();
      response.body().consume();
      response.body().done().join();
      return response.code();
    } catch (IOException | RuntimeException _) {
      return 0;
    }
  }

  /** Ends both. */
  void close() throws InterruptedException {
    if (admin != null) {
      admin.close();
    }
    endAll();
    for (Process process : running.reversed()) {
      process.waitFor();
    }
  }
}
