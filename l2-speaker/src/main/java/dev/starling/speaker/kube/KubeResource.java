package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ObjectReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one kind that are watched.
 *
 * @param name of the kind, in the words of RBAC
 * @param path of the collection
 * @param query parameters that choose among them, encoded, without {@code ?}; may be empty
 * @param single the one object to be got by its name instead of listed, or null
 * @param optional whether a server that does not know the kind has none of them
 */
record KubeResource<T>(
    String name,
    String path,
    String query,
    @Nullable String single,
    boolean optional,
    ObjectReader<T> reader) {
  private static final int PAGE = 500;

  /** Those of a collection. */
  static <T> KubeResource<T> all(String name, String path, ObjectReader<T> reader) {
    return new KubeResource<>(name, path, "", null, false, reader);
  }

  /** Those of a collection that have the labels. */
  static <T> KubeResource<T> labelled(
      String name, String path, String selector, ObjectReader<T> reader) {
    String query = selector.isEmpty() ? "" : "labelSelector=" + encode(selector);
    return new KubeResource<>(name, path, query, null, false, reader);
  }

  /** Those of a collection that the server may not know. */
  static <T> KubeResource<T> optional(String name, String path, ObjectReader<T> reader) {
    return new KubeResource<>(name, path, "", null, true, reader);
  }

  /** One object. RBAC allows to watch it by name alone if the name is the field selector. */
  static <T> KubeResource<T> one(String name, String path, String object, ObjectReader<T> reader) {
    String query = "fieldSelector=" + encode("metadata.name=" + object);
    return new KubeResource<>(name, path, query, object, false, reader);
  }

  /** The address of the one object. */
  String objectPath(String object) {
    return path + "/" + encode(object);
  }

  /** The address of a page of the list. */
  String listPath(String next) {
    String from = next.isEmpty() ? "" : "&continue=" + encode(next);
    return path + "?" + prefix() + "limit=" + PAGE + from;
  }

  /** The address of a list that is short, for the version that it has. */
  String probePath() {
    return path + "?" + prefix() + "limit=1";
  }

  /** The address of a watch of what comes after {@code version}. */
  String watchPath(String version, long seconds) {
    String from = version.isEmpty() ? "" : "&resourceVersion=" + encode(version);
    return path
        + "?"
        + prefix()
        + "watch=true&allowWatchBookmarks=true&timeoutSeconds="
        + seconds
        + from;
  }

  private String prefix() {
    return query.isEmpty() ? "" : query + "&";
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
