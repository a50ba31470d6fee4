package dev.starling.chaos.attack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.starling.chaos.Lab;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a speaker has counted at one moment, as its pages tell. This is the one place of the attacks
 * that knows the names there.
 *
 * @param series the values of {@code /metrics}, by name and labels as they stand there
 * @param counts the membership's own counts on {@code /status}
 */
public record Ledger(SortedMap<String, Long> series, JsonNode counts) {
  private static final int PAGES = 7473;
  private static final int LIMIT_MILLIS = 5_000;
  private static final String DATAGRAMS = "starling_datagrams_dropped_total{reason=\"";
  private static final String FRAMES = "starling_frames_dropped_total{";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Copies the map. */
  public Ledger {
    series = new TreeMap<>(series);
  }

  /** Reads the pages of the speaker of {@code node}. */
  public static Ledger of(Lab lab, String node) {
    try {
      JsonNode counts = MAPPER.readTree(page(lab, node, "/status")).at("/membership/counts");
      return new Ledger(parse(page(lab, node, "/metrics")), counts);
    } catch (JsonProcessingException e) {
      throw new LabException("no status of " + node, e);
    }
  }

  /** The body of a page of the speaker of {@code node}. */
  public static String page(Lab lab, String node, String path) {
    return lab.network().node(node).call(() -> get(path));
  }

  /** Datagrams refused for {@code reason}, in small letters. */
  public long datagrams(String reason) {
    return series.getOrDefault(DATAGRAMS + reason + "\"}", 0L);
  }

  /** Datagrams refused for any reason. */
  public long datagrams() {
    return sum(DATAGRAMS);
  }

  /** Refused datagrams since {@code earlier}, by reason; those that have grown only. */
  public SortedMap<String, Long> datagramsSince(Ledger earlier) {
    return growth(DATAGRAMS, earlier);
  }

  /** Unanswered frames since {@code earlier}, by labels; those that have grown only. */
  public SortedMap<String, Long> framesSince(Ledger earlier) {
    return growth(FRAMES, earlier);
  }

  /** Frames not answered for {@code reason}, in small letters, on any link. */
  public long frames(String reason) {
    return series.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(FRAMES))
        .filter(entry -> entry.getKey().contains("reason=\"" + reason + "\""))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** The sum of a metric over all its labels. */
  public long total(String metric) {
    return sum(metric);
  }

  /** One of the membership's counts. */
  public long count(String name) {
    return counts.path(name).asLong();
  }

  private long sum(String prefix) {
    return series.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private SortedMap<String, Long> growth(String prefix, Ledger earlier) {
    SortedMap<String, Long> grown = new TreeMap<>();
    series.forEach(
        (name, value) -> {
          long more = value - earlier.series.getOrDefault(name, 0L);
          if (more != 0 && name.startsWith(prefix)) {
            grown.put(name.substring(prefix.length()).replaceAll("\"?}$", ""), more);
          }
        });
    return grown;
  }

  private static SortedMap<String, Long> parse(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("starling_"))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.lastIndexOf(' ')),
                line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)),
                Long::sum,
                TreeMap::new));
  }

  private static String get(String path) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), PAGES), LIMIT_MILLIS);
      socket
          .getOutputStream()
          .write(("GET " + path + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int body = answer.indexOf("\r\n\r\n");
      if (body < 0) {
        throw new IOException("no page " + path);
      }
      return answer.substring(body + 4);
    }
  }
}
