package dev.starling.chaos.kube.lab;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.show.TextFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a lab on Kubernetes has measured, and its JSON form. Times are in milliseconds. */
public final class KubeFigures {
  /** How the cluster and the speakers came up; null until they have. */
  public record Start(double clusterMillis, double rolloutMillis) {}

  /**
   * How a Service's IP came to be answered.
   *
   * @param ip the service IP
   * @param owner the node that announced it
   * @param firstFrame from before kubectl wrote the IP into the Service's status to the first
   *     announcement on the client's cable
   * @param firstReply the same to the client's first reply; null if that took seconds, which is so
   *     where it asks before kube-proxy knows the IP
   */
  public record Assigned(
      String ip,
      @Nullable String owner,
      @Nullable Double firstFrame,
      @Nullable Double firstReply) {}

  /**
   * How a service IP was taken over from a node without power.
   *
   * @param ip the service IP
   * @param newOwner the node that took over; null if none did
   * @param firstFrame from before the power was taken to the new owner's first announcement
   * @param firstReply the same to the client's first reply from there
   * @param gap the longest time that the client's probes went without reply
   * @param lostProbes how many had no reply
   * @param home from before the power came back until the first owner had the IP again
   * @param lostByHome how many probes had no reply between these
   */
  public record Takeover(
      String ip,
      @Nullable String newOwner,
      @Nullable Double firstFrame,
      @Nullable Double firstReply,
      double gap,
      int lostProbes,
      @Nullable Double home,
      int lostByHome) {}

  /**
   * What a client saw of a Service whose endpoints are on all nodes, one of them without power.
   *
   * @param moved from before the power was taken to the first connection that was answered over the
   *     new owner
   * @param connections how many were made from then until the last one failed
   * @param failed how many of them failed
   * @param lastFailed from before the power was taken to the last failure; null if there was none
   * @param notReady the same until the control plane said that the node is not ready
   */
  public record Balanced(
      @Nullable Double moved,
      int connections,
      int failed,
      @Nullable Double lastFailed,
      @Nullable Double notReady) {}

  /**
   * A node without power, and with it again.
   *
   * @param victim the node
   * @param takeovers of each service IP
   * @param balanced what kube-proxy made of it
   * @param ready from before the power came back until the node was ready
   * @param log what the next owner's speaker logged of it
   */
  public record Outage(
      String victim, List<Takeover> takeovers, Balanced balanced, double ready, List<String> log) {}

  /**
   * A new key in the Secret.
   *
   * @param from the id of the key before
   * @param to the id of the new key
   * @param millis from before kubectl wrote it until each speaker knew that all hold it
   * @param kubectlMillis how much of that kubectl took
   * @param views how many views were installed meanwhile, at all nodes together
   * @param lostProbes to each service IP, in the order IPv4, IPv6
   */
  public record Rotation(
      String from,
      String to,
      double millis,
      double kubectlMillis,
      int views,
      List<Integer> lostProbes) {}

  private @Nullable Start start;
  private final List<Assigned> assigned = new ArrayList<>();
  private final List<Outage> outages = new ArrayList<>();
  private final List<Rotation> rotations = new ArrayList<>();

  /** Whether nothing was measured. */
  public boolean isEmpty() {
    return start == null;
  }

  /** The medians of all takeovers, of both families; those that nobody took over do not count. */
  Millis medians() {
    return Millis.median(
        outages.stream()
            .flatMap(outage -> outage.takeovers().stream())
            .map(each -> new Millis(null, null, each.firstFrame(), each.firstReply()))
            .toList());
  }

  void add(Start found) {
    start = found;
  }

  void add(List<Assigned> found) {
    assigned.addAll(found);
  }

  void add(Outage found) {
    outages.add(found);
  }

  void add(Rotation found) {
    rotations.add(found);
  }

  /** The JSON text. */
  public String toJson() {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode root = mapper.createObjectNode();
    root.set("start", mapper.valueToTree(start));
    root.set("assigned", mapper.valueToTree(assigned));
    root.set("outages", mapper.valueToTree(outages));
    root.set("rotations", mapper.valueToTree(rotations));
    return TextFile.json(root);
  }
}
