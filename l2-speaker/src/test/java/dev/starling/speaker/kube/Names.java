package dev.starling.speaker.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.ObjectReader;
import dev.starling.speaker.kube.model.ObjectName;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** The names of objects of a kind, for tests. Doubts a list that is older than the last. */
final class Names implements ObjectSink<String>, ObjectReader<String> {
  /** An object by this name fails its reader. */
  static final String POISON = "poison";

  /** An object by this name fails those who take it in. */
  static final String BITTER = "bitter";

  private final ConcurrentSkipListSet<String> held = new ConcurrentSkipListSet<>();
  private volatile long newest = ApiObject.NO_PLACE;

  /** An object as {@link FakeApi} sends it. */
  static String object(String name, long version) {
    return "{'metadata':{'resourceVersion':'%s','name':'%s','x':[{}]},'spec':{'a':[1]}}"
        .formatted(version, name);
  }

  List<String> held() {
    return List.copyOf(held);
  }

  @Override
  public @Nullable ApiObject<String> read(JsonParser json) throws IOException {
    String name = "";
    String version = "";
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      if (token == null) {
        throw new IOException("broken off");
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.VALUE_STRING && "name".equals(json.currentName())) {
        name = json.getText();
      }
      if (token == JsonToken.VALUE_STRING && "resourceVersion".equals(json.currentName())) {
        version = json.getText();
      }
      if (name.equals(POISON)) {
        throw new IllegalStateException("a mistake");
      }
    }
    return new ApiObject<>(new ObjectName("", name), version, name);
  }

  @Override
  public @Nullable String doubt(ObjectList<String> list) {
    return ApiObject.placeOf(list.version()) < newest ? "older" : null;
  }

  @Override
  public void replaced(List<ApiObject<String>> objects, String version) {
    newest = ApiObject.placeOf(version);
    held.clear();
    objects.forEach(this::changed);
  }

  @Override
  public void absent() {
    held.clear();
  }

  @Override
  public void changed(ApiObject<String> object) {
    String name = object.kept();
    if (BITTER.equals(name)) {
      throw new IllegalStateException("another mistake");
    }
    if (name != null) {
      held.add(name);
    }
  }

  @Override
  public void deleted(ApiObject<String> object) {
    held.remove(object.name().name());
  }

  @Override
  public int count() {
    return held.size();
  }
}
