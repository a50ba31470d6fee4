import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/*
 * As much of a Kubernetes API server as the speakers need that bin/lib/image-train makes the AOT
 * cache with: lists and objects are files, watches stay silent, and what is written is accepted.
 *
 *   java ImageApi.java ADDRESS PORT KEYSTORE PASSWORD FOLDER
 *
 * The list or object at /a/b/c is the file FOLDER/c.json.
 */

private static final Duration WATCH = Duration.ofMinutes(5);
private Path folder;

void main(String[] arguments) throws Exception {
  char[] password = arguments[3].toCharArray();
  KeyStore keys = KeyStore.getInstance("PKCS12");
  try (InputStream in = new FileInputStream(arguments[2])) {
    keys.load(in, password);
  }
  KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
  managers.init(keys, password);
  SSLContext tls = SSLContext.getInstance("TLS");
  tls.init(managers.getKeyManagers(), null, null);
  folder = Path.of(arguments[4]);
  HttpsServer server =
      HttpsServer.create(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])), 0);
  server.setHttpsConfigurator(new HttpsConfigurator(tls));
  server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  server.createContext("/", this::answer);
  server.start();
}

private void answer(HttpExchange exchange) throws IOException {
  try (exchange) {
    byte[] sent = exchange.getRequestBody().readAllBytes();
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    Path name = Path.of(exchange.getRequestURI().getPath()).getFileName();
    Path file = folder.resolve(name + ".json");
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    if (!exchange.getRequestMethod().equals("GET")) {
      finish(exchange, 201, sent);
    } else if (query.contains("watch=true")) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      Thread.sleep(WATCH);
    } else if (!Files.exists(file)) {
      finish(exchange, 404, "{\"kind\":\"Status\",\"code\":404}".getBytes());
    } else {
      finish(exchange, 200, Files.readAllBytes(file));
    }
  } catch (InterruptedException e) {
    Thread.currentThread().interrupt();
  }
}

private static void finish(HttpExchange exchange, int code, byte[] body) throws IOException {
  exchange.sendResponseHeaders(code, body.length);
  try (OutputStream out = exchange.getResponseBody()) {
    out.write(body);
  }
}
