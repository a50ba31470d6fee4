package dev.starling.speaker.kube;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests to the API server by verb, as RBAC calls it. */
final class RequestCount implements Interceptor {
  private final ConcurrentSkipListMap<String, LongAdder> counts = new ConcurrentSkipListMap<>();

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    counts.computeIfAbsent(verb(request), _ -> new LongAdder()).increment();
  }

  private static String verb(HttpRequest request) {
    String query = request.uri().getRawQuery();
    return switch (request.method()) {
      case "GET" -> {
        if (query != null && query.contains("watch=")) {
          yield "watch";
        }
        yield query != null && query.contains("limit=") ? "list" : "get";
      }
      case "POST" -> "create";
      case "PUT" -> "update";
      default -> request.method().toLowerCase(Locale.ROOT);
    };
  }

  SortedMap<String, Long> byVerb() {
    SortedMap<String, Long> all = new TreeMap<>();
    counts.forEach((verb, count) -> all.put(verb, count.sum()));
    return Collections.unmodifiableSortedMap(all);
  }
}
