package dev.starling.chaos.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.show.TextFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All measurements of one lab, and their JSON form.
 *
 * @param nodes how many nodes the lab has
 * @param probeIntervalMillis the time between two probes
 * @param starts how each speaker came up
 * @param runs the failovers, in order
 */
public record Report(int nodes, int probeIntervalMillis, List<Start> starts, List<Failover> runs) {
  /** Copies the lists. */
  public Report {
    starts = List.copyOf(starts);
    runs = List.copyOf(runs);
  }

  /**
   * The start of one speaker.
   *
   * @param joinedMillis from its exec until a view with all speakers was in force at it
   * @param residentKib the memory it then had in RAM
   */
  public record Start(String node, @Nullable Double joinedMillis, long residentKib) {}

  /** The median of a fault's phases in one family over all runs. */
  public Millis median(Fault fault, Family family) {
    return Millis.median(of(fault, family).stream().map(Failover::millis).toList());
  }

  /** The runs of one fault in one family. */
  public List<Failover> of(Fault fault, Family family) {
    return runs.stream().filter(run -> run.fault() == fault && run.family() == family).toList();
  }

  /** The faults that were injected, each once, in the order of their first run. */
  public List<Fault> faults() {
    return new ArrayList<>(runs.stream().map(Failover::fault).distinct().toList());
  }

  /** The JSON text: times in milliseconds, null for a phase that did not happen. */
  public String toJson() {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode();
    root.put("nodes", nodes).put("probeIntervalMillis", probeIntervalMillis);
    ArrayNode list = root.putArray("runs");
    runs.forEach(run -> put(list.addObject(), run));
    ArrayNode speakers = root.putArray("speakers");
    for (Start start : starts) {
      speakers
          .addObject()
          .put("node", start.node())
          .put("joinedMillis", start.joinedMillis())
          .put("residentKib", start.residentKib());
    }
    return TextFile.json(root);
  }

  private static void put(ObjectNode object, Failover run) {
    object
        .put("fault", run.fault().word())
        .put("family", run.family().word())
        .put("victim", run.victim())
        .put("newOwner", run.newOwner())
        .put("lostProbes", run.lostProbes())
        .putObject("millis")
        .put("suspected", run.millis().suspected())
        .put("view", run.millis().view())
        .put("firstFrame", run.millis().firstFrame())
        .put("firstReply", run.millis().firstReply());
    object
        .putObject("home")
        .put("joinedMillis", run.home().joinedMillis())
        .put("millis", run.home().millis())
        .put("lostProbes", run.home().lostProbes());
  }
}
