package dev.starling.speaker.kube;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.ReadFault;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the objects of a kind that are left out, and tells each once, but not too many. */
final class LeftOut {
  private static final Logger LOG = LoggerFactory.getLogger(LeftOut.class);
  private static final int TOLD_MAX = 20;

  private final String kind;
  private final TreeSet<String> told = new TreeSet<>();
  private long count;

  LeftOut(String kind) {
    this.kind = kind;
  }

  long count() {
    return count;
  }

  void add(ApiObject<?> object, ReadFault why) {
    count++;
    // One of ours that cannot be read was told with its cause.
    if (why != ReadFault.UNREADABLE
        && told.size() < TOLD_MAX
        && told.add(object.name() + " " + why)) {
      boolean last = told.size() == TOLD_MAX;
      LOG.warn(
          "{} of the {} {}, and is left out{}",
          ApiStatus.oneLine(object.name().toString()),
          kind,
          why.text(),
          last ? "; others are counted and not named" : "");
    }
  }
}
