package dev.starling.chaos;

import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.Speaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests on one lab, which is steady before each of them and made well after it. Both service IPs
 * belong to {@link #owner} while all is well, and to {@link #heir} without it.
 */
@ExtendWith(KeepLogs.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ChaosCase {
  /** How long a speaker that was told to end may take. */
  protected static final Duration EXIT_LIMIT = Duration.ofSeconds(8);

  private static final long RELOAD_MILLIS = 100;

  /** The lab, with a speaker on each node. */
  protected Lab lab;

  /** The names of all nodes. */
  protected List<String> nodes;

  /** The node to which both service IPs belong while all is well. */
  protected String owner;

  /** The node to which they belong without the owner. */
  protected String heir;

  /** What the lab is made of. */
  protected abstract LabSetup setup();

  @BeforeAll
  final void startSpeakers() {
    lab = new Lab(setup());
    lab.startSpeakers();
    lab.awaitJoined();
    nodes = lab.plan().nodes();
    owner = lab.plan().firstOwner();
    heir = lab.plan().nextOwner();
    Steadiness.await(lab);
  }

  @AfterEach
  final void isWellAgain() {
    lab.network().heal();
    nodes.forEach(this::startIfEnded);
    Steadiness.await(lab);
  }

  @AfterAll
  final void close() {
    if (lab != null) {
      lab.close();
    }
  }

  /** The speaker of a node. */
  protected final Speaker speaker(String node) {
    return lab.speaker(node);
  }

  /** Tells a speaker to end, waits until it has, and starts a new one. */
  protected final void restart(String node, int signal) {
    speaker(node).end(signal);
    startIfEnded(node);
  }

  /** Kills a speaker and waits until it is gone. */
  protected final void kill(String node) {
    speaker(node).end(Posix.SIGKILL);
    speaker(node).awaitEnd(EXIT_LIMIT);
  }

  /** Starts the speaker again if a test has ended it. */
  protected final void startIfEnded(String node) {
    if (speaker(node).isTold()) {
      speaker(node).awaitEnd(EXIT_LIMIT);
      speaker(node).startAgain();
    }
  }

  /** Tells a speaker to hand everything over, or to take part again. */
  protected final void drain(String node, boolean drain) {
    lab.files().configure(node, lab.files().settings(node).withDrain(drain));
    speaker(node).signal(Posix.SIGHUP);
    Patience.pause(RELOAD_MILLIS);
  }

  /** All nodes but these, in their order. */
  protected final List<String> others(String... without) {
    List<String> rest = new ArrayList<>(nodes);
    rest.removeAll(List.of(without));
    return rest;
  }
}
