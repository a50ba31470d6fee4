package dev.starling.speaker.kube;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks an API server which objects of one kind there are. */
final class Listing<T> {
  /** What is kept of them is limited by the sink; this is for a list without an end. */
  private static final int READ_MAX = 1_000_000;

  private static final int PAGES_MAX = 2_000;

  private final KubeResource<T> resource;
  private final ObjectReader<T> reader;
  private final ObjectSink<T> sink;
  private final ApiConnection api;
  private final KubeTimes times;

  Listing(
      KubeResource<T> resource,
      ObjectReader<T> reader,
      ObjectSink<T> sink,
      ApiConnection api,
      KubeTimes times) {
    this.resource = resource;
    this.reader = reader;
    this.sink = sink;
    this.api = api;
    this.times = times;
  }

  /** All of them, or as many as there is room for; those that nobody needs are left out. */
  ObjectList<T> all() throws IOException {
    String single = resource.single();
    if (single != null) {
      return get(single);
    }
    Taken taken = new Taken();
    List<ApiObject<T>> all = new ArrayList<>();
    String next = "";
    String version = "";
    int pages = 0;
    do {
      ObjectList<T> page = page(resource.listPath(next), taken);
      all.addAll(page.objects());
      version = page.version();
      next = page.next();
      pages++;
      if (pages >= PAGES_MAX && !next.isEmpty()) {
        throw new IOException("a list of more than " + PAGES_MAX + " pages");
      }
    } while (!next.isEmpty());
    return new ObjectList<>(all, version, "");
  }

  /**
   * Whether the server's history reaches as far as {@code version}. One that was restored from a
   * backup may be behind it, and says nothing on a watch from there.
   */
  boolean reaches(String version) throws IOException {
    ObjectReader<T> none =
        json -> {
          json.skipChildren();
          return null;
        };
    long newest = ApiObject.placeOf(page(resource.probePath(), none).version());
    return newest != ApiObject.NO_PLACE && newest >= ApiObject.placeOf(version);
  }

  private ObjectList<T> page(String path, ObjectReader<T> how) throws IOException {
    try (InputStream in = api.get(path, times.answer(), times.list());
        JsonParser json = api.json().createParser(in)) {
      return ObjectList.read(json, how);
    }
  }

  private ObjectList<T> get(String name) throws IOException {
    try (InputStream in = api.get(resource.objectPath(name), times.answer(), times.list());
        JsonParser json = api.json().createParser(in)) {
      json.nextToken();
      ApiObject<T> object = reader.read(json);
      if (object == null || json.nextToken() != null) {
        throw new IOException("the answer is no object");
      }
      return new ObjectList<>(List.of(object), object.version(), "");
    } catch (RefusedException e) {
      if (e.status().code() == ApiStatus.NOT_FOUND) {
        return new ObjectList<>(List.of(), "", "");
      }
      throw e;
    }
  }

  /** Lets through what the sink has room for, object by object: a page may be large. */
  private final class Taken implements ObjectReader<T> {
    private int read;
    private int objects;
    private long bytes;

    @Override
    public @Nullable ApiObject<T> read(JsonParser json) throws IOException {
      ApiObject<T> object = reader.read(json);
      read++;
      if (read > READ_MAX) {
        throw new IOException("a list of more than " + READ_MAX + " objects");
      }
      if (object == null || (object.kept() == null && object.fault() == null)) {
        return null;
      }
      ApiObject<T> fitting = sink.fitting(object, objects, bytes);
      if (fitting != null) {
        objects++;
        bytes += fitting.bytes();
      }
      return fitting;
    }
  }
}
