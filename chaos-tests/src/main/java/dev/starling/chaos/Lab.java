package dev.starling.chaos;

import dev.starling.chaos.measure.Millis;
import dev.starling.chaos.measure.Report;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Remains;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.nodes.NodeStatus;
import dev.starling.chaos.nodes.Speaker;
import dev.starling.chaos.nodes.SpeakerFiles;
import dev.starling.chaos.nodes.SpeakerSettings;
import dev.starling.chaos.nodes.StatusPage;
import dev.starling.chaos.observe.Asker;
import dev.starling.chaos.observe.Capture;
import dev.starling.chaos.observe.EchoServer;
import dev.starling.chaos.observe.Prober;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A network with a speaker on each node, a client, and the observers. One at a time in a JVM.
 * Closing it leaves nothing behind; so does the end of this JVM in any way.
 */
public final class Lab implements AutoCloseable {
  private static final int STATUS_PERIOD_MILLIS = 200;

  /** Ten milliseconds for each node: more would keep a large lab busy with itself. */
  private static final int STATUS_MILLIS_PER_NODE = 10;

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(30);
  private static final Pattern NEIGHBOUR_MAC = Pattern.compile(" lladdr ([0-9a-f:]{17})");

  private final Plan plan;
  private final LabSetup setup;
  private final Remains remains;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<Runnable> observers = new CopyOnWriteArrayList<>();
  private final SortedMap<String, Speaker> speakers = new ConcurrentSkipListMap<>();
  private final SortedMap<String, StatusPage> pages = new ConcurrentSkipListMap<>();
  private final Network network;
  private final SpeakerFiles files;
  private final Prober prober;
  private final Capture capture;
  private final @Nullable Asker asker;

  /** Builds the network and the observers; no speaker runs yet. */
  public Lab(LabSetup setup) {
    this.setup = setup;
    this.plan = Plan.of(setup.nodes());
    String prefix = "stl" + ProcessHandle.current().pid();
    this.remains = Remains.of(setup.home(), prefix);
    try {
      SpeakerSettings settings = setup.settings().apply(SpeakerSettings.standard(plan));
      this.files = new SpeakerFiles(remains.folder(), plan, settings);
      this.network = Network.build(prefix, plan);
      if (setup.networkBehind()) {
        network.addNetworkBehind();
      }
      for (String node : plan.nodes()) {
        for (String ip : plan.serviceIps()) {
          observers.add(new EchoServer(network.node(node), node, ip)::close);
        }
      }
      this.capture = new Capture(network.client(), plan.serviceIps());
      observers.add(capture::close);
      this.prober = new Prober(network.client(), plan.serviceIps());
      observers.add(prober::close);
      this.asker = setup.asked() ? ask() : null;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Asker ask() {
    String mac = Plan.macOf(Plan.OBSERVER);
    Asker started = new Asker(network.attach("observer", Plan.OBSERVER), mac, plan.serviceIps());
    observers.add(started::close);
    return started;
  }

  /** Starts a speaker on every node, all at once. */
  public void startSpeakers() {
    plan.nodes().forEach(this::startSpeaker);
  }

  /** Starts the speaker of a node for the first time. */
  public void startSpeaker(String node) {
    speakers.put(node, new Speaker(node, network.node(node), setup.launcher(), files));
    int period = Math.max(STATUS_PERIOD_MILLIS, STATUS_MILLIS_PER_NODE * plan.nodes().size());
    StatusPage page = new StatusPage(network.node(node), period);
    pages.put(node, page);
    observers.add(page::close);
  }

  /** Waits until every speaker has a view of all. */
  public void awaitJoined() {
    Patience.await(
        String.format(
            Locale.ROOT, "a view of all %d speakers at each of them", plan.nodes().size()),
        JOIN_LIMIT,
        () -> {
          checkAlive();
          return plan.nodes().stream().allMatch(node -> joinedNanos(node).isPresent());
        },
        () -> Steadiness.describe(this));
  }

  /** How long each speaker took to join, and the memory that it has now. */
  public List<Report.Start> starts() {
    return plan.nodes().stream()
        .map(node -> new Report.Start(node, joinedMillis(node), speaker(node).residentKib()))
        .toList();
  }

  /** From the exec of a node's present speaker until a view of all was in force at it. */
  public @Nullable Double joinedMillis(String node) {
    return joinedNanos(node)
        .map(nanos -> Millis.between(speaker(node).startedNanos(), nanos))
        .orElse(null);
  }

  /** Who has which address. */
  public Plan plan() {
    return plan;
  }

  /** The network. */
  public Network network() {
    return network;
  }

  /** The speakers' files. */
  public SpeakerFiles files() {
    return files;
  }

  /** The client. */
  public Prober prober() {
    return prober;
  }

  /** The capture on the client's cable. */
  public Capture capture() {
    return capture;
  }

  /** Who asks all the time; the setup has to have one. */
  public Asker asker() {
    if (asker == null) {
      throw new IllegalStateException("this lab has no observer");
    }
    return asker;
  }

  /**
   * The hardware address that the client's kernel sends to for {@code ip}; empty if it has none.
   */
  public Optional<String> clientNeighbour(String ip) {
    String line =
        Command.run(List.of("ip", "-netns", network.client().name(), "neigh", "show", ip));
    Matcher matcher = NEIGHBOUR_MAC.matcher(line);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Whether a speaker was ever started on a node. */
  public boolean hasSpeaker(String node) {
    return speakers.containsKey(node);
  }

  /** The speaker of a node. */
  public Speaker speaker(String node) {
    Speaker speaker = speakers.get(node);
    if (speaker == null) {
      throw new IllegalArgumentException("no speaker was started on " + node);
    }
    return speaker;
  }

  /** Fails if a speaker has ended by itself. */
  public void checkAlive() {
    speakers.values().forEach(Speaker::checkAlive);
  }

  /** The newest status of a node's speaker; empty while it does not answer. */
  public Optional<NodeStatus> status(String node) {
    StatusPage page = pages.get(node);
    return page == null ? Optional.empty() : page.last();
  }

  /** Leaves the network and the speakers in place when this lab is closed. */
  public void keep() {
    remains.keep();
  }

  /** Stops the observers and removes everything that is not to be kept. Idempotent. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    speakers.values().forEach(Speaker::retire);
    RuntimeException failure = null;
    for (Runnable stop : observers.reversed()) {
      try {
        stop.run();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    remains.close();
    if (failure != null) {
      throw failure;
    }
  }

  private Optional<Long> joinedNanos(String node) {
    return speaker(node).log().eventsSince(speaker(node).startedNanos()).stream()
        .filter(event -> event.members().containsAll(plan.nodes()))
        .map(LogEvent::nanos)
        .findFirst();
  }
}
