package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.ETH0;

import com.sun.management.ThreadMXBean;
import dev.starling.election.ServiceIp;
import dev.starling.membership.View;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One step of a speaker that has settled among five. Each step has a speaker of its own, since it
 * changes it; so the bytes are counted around the step alone, and not by JMH's profiler, which
 * would count the making of the speaker as well.
 */
@State(Scope.Thread)
public class SpeakerBenchmark {
  private static final String[] NODES = {"a", "b", "c", "d", "e"};
  private static final View DEATH = Cast.view(2, "a", "c", "d", "e");
  private static final View JOIN = Cast.view(2, "a", "b", "c", "d", "e", "f");

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The service IPs of the cluster. */
  @Param({"1000", "10000"})
  public int ips;

  private Hand hand = new Hand(0);

  /** Bytes that the steps of one iteration have allocated. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Allocation {
    /** Their sum. */
    public long stepBytes;

    /** In so many steps. */
    public long steps;

    /** Begins to count. */
    @Setup(Level.Iteration)
    public void reset() {
      stepBytes = 0;
      steps = 0;
    }
  }

  /** A speaker that answers for its share. */
  @Setup(Level.Invocation)
  public void settle() {
    SortedSet<ServiceIp> all = new TreeSet<>();
    for (int i = 0; i < ips; i++) {
      all.add(ServiceIp.of("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255)));
    }
    ServicePlan service = ServicePlan.alike("web", all, Cast.setOf(ETH0), null, false);
    hand = Hand.settled(Cast.plan(Cast.setOf("a", "b", "c", "d", "e", "f"), service), NODES);
  }

  /** A view without one: a fifth of the IPs is elected anew, and a part of them claimed. */
  @Benchmark
  public List<Effect> death(Allocation allocation) {
    return step(DEATH, allocation);
  }

  /** A view with one more, which owns nothing before it has spoken. */
  @Benchmark
  public List<Effect> join(Allocation allocation) {
    return step(JOIN, allocation);
  }

  private List<Effect> step(View view, Allocation allocation) {
    long before = threads.getCurrentThreadAllocatedBytes();
    List<Effect> effects = hand.speaker.step(new Event.ViewInstalled(view), hand.nowNanos);
    allocation.stepBytes += threads.getCurrentThreadAllocatedBytes() - before;
    allocation.steps++;
    return effects;
  }
}
