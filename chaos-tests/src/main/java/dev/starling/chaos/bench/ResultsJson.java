package dev.starling.chaos.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.measure.Distribution;
import dev.starling.chaos.observe.Prober;
import dev.starling.chaos.show.TextFile;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of results. Times are in milliseconds; null stands for what did not happen, which
 * counts as longer than every time. Percentiles are by nearest rank.
 */
final class ResultsJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ResultsJson() {}

  /** The text, with a newline at its end. */
  static String of(Results results) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("machine", results.machine())
        .put("nodes", results.nodes())
        .put("family", "ipv4")
        .put("probeIntervalMillis", Prober.INTERVAL_MILLIS)
        .put("percentiles", "nearest rank");
    ObjectNode versions = root.putObject("versions");
    results.versions().forEach(versions::put);
    ArrayNode cells = root.putArray("cells");
    for (String product : results.products()) {
      for (BenchFault fault : results.faults()) {
        Cell cell = results.cell(product, fault);
        if (cell.runs() > 0) {
          put(cells.addObject(), cell);
        }
      }
    }
    ArrayNode idle = root.putArray("idle");
    results.costs().forEach(cost -> put(idle.addObject(), cost));
    ArrayNode load = root.putArray("fullLoad");
    results.strains().forEach(strain -> put(load.addObject(), strain));
    ArrayNode failures = root.putArray("failures");
    results.failures().forEach(failures::add);
    return TextFile.json(root);
  }

  private static void put(ObjectNode object, Cell cell) {
    object
        .put("product", cell.product())
        .put("fault", cell.fault().word())
        .put("runs", cell.runs());
    putTimes(object.putObject("firstFrameMillis"), cell.firstFrameMillis());
    putTimes(object.putObject("firstReplyMillis"), cell.firstReplyMillis());
    putCounts(object.putObject("lostProbes"), cell.lostProbes());
    putCounts(object.putObject("severalAnswerMillis"), cell.severalAnswerMillis());
    if (cell.fault() == BenchFault.RETURN) {
      putTimes(object.putObject("oneOwnerMillis"), cell.oneOwnerMillis());
    } else if (cell.fault() != BenchFault.SIGTERM) {
      ObjectNode after = object.putObject("afterRepair");
      putCounts(after.putObject("lostProbes"), cell.lostProbesAfter());
      putCounts(after.putObject("severalAnswerMillis"), cell.severalAnswerMillisAfter());
    }
    ArrayNode samples = object.putArray("firstFrameSamples");
    cell.samples().forEach(sample -> samples.add(sample.firstFrameMillis()));
  }

  private static void putTimes(ObjectNode object, Distribution times) {
    object
        .put("p50", times.percentile(50))
        .put("p90", times.percentile(90))
        .put("p99", times.percentile(99))
        .put("max", times.max());
  }

  private static void putCounts(ObjectNode object, Distribution counts) {
    object.put("p50", whole(counts.percentile(50))).put("max", whole(counts.max()));
  }

  private static void put(ObjectNode object, Cost cost) {
    object.put("product", cost.product()).put("seconds", cost.seconds());
    put(object, cost, "cpuPercent", Cost.PerNode::cpuPercent);
    put(object, cost, "residentMib", Cost.PerNode::residentMib);
    put(object, cost, "sentPerSecond", Cost.PerNode::sentPerSecond);
    put(object, cost, "receivedPerSecond", Cost.PerNode::receivedPerSecond);
  }

  private static void put(
      ObjectNode object, Cost cost, String name, ToDoubleFunction<Cost.PerNode> figure) {
    object.putObject(name).put("mean", cost.mean(figure)).put("max", cost.max(figure));
  }

  private static void put(ObjectNode object, Strain strain) {
    object
        .put("product", strain.product())
        .put("minutes", strain.minutes())
        .put("busyLoops", strain.busyLoops())
        .put("falseFailovers", strain.falseFailovers())
        .put("probes", strain.probes())
        .put("lostProbes", strain.lostProbes());
  }

  private static @Nullable Long whole(@Nullable Double value) {
    return value == null ? null : Math.round(value);
  }
}
