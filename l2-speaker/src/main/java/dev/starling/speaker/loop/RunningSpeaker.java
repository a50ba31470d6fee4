package dev.starling.speaker.loop;

import dev.starling.arpndp.link.Interfaces;
import dev.starling.membership.KeyStretching;
import dev.starling.membership.Keyring;
import dev.starling.membership.Membership;
import dev.starling.membership.detect.DetectorSettings;
import dev.starling.membership.jgroups.Config;
import dev.starling.membership.jgroups.JGroupsMembership;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.core.Speaker;
import dev.starling.speaker.file.FileSource;
import dev.starling.speaker.http.HttpEndpoint;
import dev.starling.speaker.metrics.SpeakerMetrics;
import dev.starling.speaker.realtime.RealTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A speaker with all of its threads, from its start to its end. */
final class RunningSpeaker {
  private static final Logger LOG = LoggerFactory.getLogger(RunningSpeaker.class);
  private static final long DRAIN_LIMIT_MILLIS = 1_500;
  private static final Duration LEAVE_LIMIT = Duration.ofMillis(1_500);

  private final CountDownLatch left = new CountDownLatch(1);
  private final LastResort lastResort;
  private final EventQueue queue;
  private final Membership membership;
  private final FramePermit permit;
  private final PortTable ports;
  private final Narrator narrator;
  private final Teller teller;
  private final Loop loop;
  private final Groups groups;
  private final LinkWorker links;
  private final @Nullable KubeSide kube;
  private @Nullable Reloader reloader;
  private @Nullable HttpEndpoint http;
  private volatile @Nullable RealTime realTime;

  /**
   * What a process is.
   *
   * @param version of the program
   * @param executed when it was started
   */
  record Identity(String version, Instant executed) {}

  /** Joins the group and opens the links, in the background. */
  private RunningSpeaker(
      SpeakerConfig config, Keyring keys, Identity identity, LastResort lastResort) {
    this.lastResort = lastResort;
    queue = new EventQueue(System::nanoTime, lastResort);
    membership = membership(config, keys, new MembershipEvents(queue));
    permit = new FramePermit(membership::permitUntilNanos, System.nanoTime());
    ports = new PortTable(System::nanoTime, permit);
    lastResort.silencedBy(ports::silence);
    Runnable join = () -> membership.start(new PeerSeeker(config.bind(), ports));
    if (config.kubernetes() == null) {
      // Without knowing who else there is, a speaker would be alone in its group, and claim: one
      // of Kubernetes joins when it has heard of the others.
      join.run();
    }
    narrator = new Narrator(identity.executed(), WarmUps::rehearse);
    teller = new Teller(narrator);
    loop = loop(config);
    loop.start();
    groups = new Groups(lastResort);
    Ports.Outside outside =
        new Ports.Outside(
            System::nanoTime,
            new PcapOpener(),
            groups,
            Gateways::read,
            RunningSpeaker::bindLink,
            Interfaces::ethernet);
    links = new LinkWorker(thread -> new Ports(ports, queue, outside, permit, thread), lastResort);
    if (config.kubernetes() == null) {
      kube = null;
      links.configure(Intent.of(config));
    } else {
      kube =
          new KubeSide(
              config, new KubeSide.Targets(membership::expect, links::configure, join), lastResort);
    }
  }

  /**
   * Starts a speaker.
   *
   * @param first what {@code source} has given
   */
  static RunningSpeaker start(
      FileSource source,
      FileSource.Outcome.Applied first,
      Identity identity,
      LastResort lastResort) {
    SpeakerConfig config = first.config();
    KeyStretching stretching = new KeyStretching(config.cluster());
    RunningSpeaker speaker =
        new RunningSpeaker(config, stretching.ring(first.keys()), identity, lastResort);
    if (config.realtime()) {
      speaker.realTime = RealTime.begin();
    }
    speaker.observe(source, first, stretching, identity);
    return speaker;
  }

  /** What is not needed to own an IP: reloading, metrics, HTTP. */
  private void observe(
      FileSource source,
      FileSource.Outcome.Applied first,
      KeyStretching stretching,
      Identity identity) {
    var refusals = new Refusals();
    var targets = new Reloader.Targets(membership, this::configure, refusals, lastResort);
    Reloader reloading = new Reloader(source, first, stretching, targets, InstantSource.system());
    reloader = reloading;
    reloading.start();
    KubeSide cluster = kube;
    if (cluster != null) {
      narrator.alsoTell(cluster::hear);
      cluster.watch(first.config(), reloading::secretChanged, () -> isKeySettled(reloading));
    }
    Vitals vitals =
        new Vitals(
            new Vitals.Parts(
                loop,
                queue,
                ports,
                links::lastPollNanos,
                links::silences,
                membership,
                reloading::status,
                teller,
                this::scheduling,
                this::kubeReport),
            identity.version(),
            identity.executed(),
            System::nanoTime);
    SpeakerMetrics metrics = new SpeakerMetrics(vitals.numbers());
    narrator.count(metrics);
    refusals.count(metrics);
    http = HttpEndpoint.start(first.config().http(), vitals.http(metrics));
  }

  private @Nullable KubeReport kubeReport() {
    KubeSide cluster = kube;
    return cluster == null ? null : cluster.report(links.barred());
  }

  private void configure(SpeakerConfig changed) {
    KubeSide cluster = kube;
    if (cluster == null) {
      links.configure(Intent.of(changed));
    } else {
      cluster.configure(changed);
    }
  }

  private boolean isKeySettled(Reloader reloading) {
    return reloading.followsSecret() && MembershipReport.isKeySettled(membership.status());
  }

  private void ownersChanged(Owners now) {
    KubeSide cluster = kube;
    if (cluster != null) {
      cluster.elected(now);
    }
  }

  private String scheduling() {
    RealTime asked = realTime;
    return asked == null ? "normal" : asked.status();
  }

  private static Membership membership(
      SpeakerConfig config, Keyring keys, Membership.Listener listener) {
    SpeakerConfig.Detection detection = config.detection();
    return new JGroupsMembership(
        new Config(
            config.node(),
            config.cluster(),
            new InetSocketAddress(config.bind(), config.port()),
            DetectorSettings.of(detection.interval(), detection.timeout(), detection.observers()),
            keys,
            Wanted.peers(config),
            Config.Policy.standard(),
            new SecureRandom()),
        listener);
  }

  private Loop loop(SpeakerConfig config) {
    Speaker core =
        new Speaker(
            membership.self(),
            config.node(),
            new Speaker.Patience(config.settle().toNanos(), config.detection().timeout().toNanos()),
            membership.self().incarnation(),
            System.nanoTime());
    Performer performer =
        new Performer(
            ports, membership, teller, left::countDown, this::ownersChanged, System::nanoTime);
    return new Loop(queue, core, performer, System::nanoTime, permit, lastResort);
  }

  private static @Nullable String bindLink(InetAddress address) {
    try {
      NetworkInterface found = NetworkInterface.getByInetAddress(address);
      return found == null ? null : found.getName();
    } catch (SocketException e) {
      return null;
    }
  }

  /** Reads the files again, since a person asks. */
  void reload() {
    Reloader reloading = reloader;
    if (reloading != null) {
      reloading.pollNow();
    }
  }

  /** Hands over, falls silent, leaves the group and closes everything, within four seconds. */
  void end() throws InterruptedException {
    queue.post(new Event.DrainRequested());
    boolean drained = left.await(DRAIN_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    ports.silence();
    loop.stop();
    Thread taking = Thread.ofPlatform().daemon().name("kube-end").start(this::endKubernetes);
    Thread leaving = Thread.ofPlatform().daemon().name("leave").start(membership::close);
    if (!leaving.join(LEAVE_LIMIT)) {
      LOG.warn("the group did not let this speaker leave in time; it will be found missing");
    }
    if (reloader != null) {
      reloader.close();
    }
    taking.join(LEAVE_LIMIT);
    RealTime asked = realTime;
    if (asked != null) {
      asked.close();
    }
    links.close();
    groups.close();
    ports.all().forEach(Port::close);
    teller.close();
    if (http != null) {
      http.close();
    }
    LOG.info("ended{}", drained ? "" : ", not drained in time");
  }

  private void endKubernetes() {
    KubeSide cluster = kube;
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Counts refused configurations, from when there are metrics. */
  private static final class Refusals implements Runnable {
    private volatile @Nullable SpeakerMetrics metrics;

    private void count(SpeakerMetrics made) {
      metrics = made;
    }

    @Override
    public void run() {
      SpeakerMetrics counting = metrics;
      if (counting != null) {
        counting.configRefused();
      }
    }
  }
}
