package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.writer.KubeWriter;
import dev.starling.speaker.kube.writes.SeenStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells a writer which status objects there are. */
final class StatusSink implements ObjectSink<SeenStatus> {
  private final KubeWriter writer;
  private final Map<String, String> uids = new ConcurrentHashMap<>();
  private long newest = ApiObject.NO_PLACE;

  StatusSink(KubeWriter writer) {
    this.writer = writer;
  }

  @Override
  public @Nullable String doubt(ObjectList<SeenStatus> list) {
    long place = ApiObject.placeOf(list.version());
    return place != ApiObject.NO_PLACE && place < newest
        ? "the list is older than what was known"
        : null;
  }

  @Override
  public void replaced(List<ApiObject<SeenStatus>> objects, String version) {
    Set<String> gone = new HashSet<>(uids.keySet());
    for (ApiObject<SeenStatus> object : objects) {
      gone.remove(object.name().name());
      changed(object);
    }
    gone.forEach(this::remove);
    newest = ApiObject.placeOf(version);
    writer.statusesListed();
  }

  @Override
  public void absent() {
    Set.copyOf(uids.keySet()).forEach(this::remove);
    newest = ApiObject.NO_PLACE;
    writer.statusesNotServed();
  }

  @Override
  public void changed(ApiObject<SeenStatus> object) {
    SeenStatus seen = object.kept();
    if (seen != null) {
      newest = Math.max(newest, ApiObject.placeOf(object.version()));
      uids.put(seen.name(), seen.uid());
      writer.statusSeen(seen);
    }
  }

  @Override
  public void deleted(ApiObject<SeenStatus> object) {
    newest = Math.max(newest, ApiObject.placeOf(object.version()));
    remove(object.name().name());
  }

  private void remove(String name) {
    String uid = uids.remove(name);
    if (uid != null) {
      writer.statusGone(name, uid);
    }
  }

  @Override
  public int count() {
    return uids.size();
  }
}
