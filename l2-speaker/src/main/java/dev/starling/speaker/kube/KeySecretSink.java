package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.writer.KubeWriter;
import dev.starling.speaker.kube.writes.KeySecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells a writer how old the Secret with the key is. */
final class KeySecretSink implements ObjectSink<KeySecret> {
  private final KubeWriter writer;
  private volatile boolean known;

  KeySecretSink(KubeWriter writer) {
    this.writer = writer;
  }

  @Override
  public @Nullable String doubt(ObjectList<KeySecret> list) {
    return null;
  }

  @Override
  public void replaced(List<ApiObject<KeySecret>> objects, String version) {
    if (objects.isEmpty()) {
      absent();
    }
    objects.forEach(this::changed);
  }

  @Override
  public void absent() {
    known = false;
    writer.secret(null);
  }

  @Override
  public void changed(ApiObject<KeySecret> object) {
    known = object.kept() != null;
    writer.secret(object.kept());
  }

  @Override
  public void deleted(ApiObject<KeySecret> object) {
    absent();
  }

  @Override
  public int count() {
    return known ? 1 : 0;
  }
}
