package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.Speaker;
import dev.starling.chaos.nodes.SpeakerFiles;
import java.time.Duration;
import java.util.List;

/** Does strikes to a lab and undoes them. Keeps the newest key between rotations. */
final class Deed {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);
  private static final int RELOADS = 100;
  private static final int RELOAD_MILLIS = 10;

  private final Lab lab;
  private String key;

  Deed(Lab lab) {
    this.lab = lab;
    this.key = lab.files().firstKey();
  }

  /** Does it and returns the moment just before. */
  long strike(Strike strike) {
    List<String> nodes = strike.nodes();
    String node = nodes.getFirst();
    Network network = lab.network();
    return switch (strike.trouble()) {
      case KILL -> speaker(node).end(Posix.SIGKILL);
      case RESTART -> speaker(node).end(Posix.SIGTERM);
      case POWER_OFF -> powerOff(node);
      case FREEZE -> speaker(node).signal(Posix.SIGSTOP);
      case CUT -> network.onSwitch(Network.cut(node));
      case LINK_DOWN -> card(node, "link set %s down\n".formatted(Network.CARD));
      case MUTE -> network.rule(Network.mute(node));
      case DEAF -> network.rule(Network.deafen(node));
      case DRAIN -> drain(node, true);
      case RELOADS -> reload(node);
      case PART -> network.rule(Network.part(node, nodes.get(1)));
      case SPLIT -> network.rule(Network.island(nodes));
      case LOSS -> network.rule(Network.lose(nodes));
      case DUPLICATES -> duplicate();
      case KEYS -> rotate(nodes, strike.lastsMillis());
    };
  }

  /** Undoes it. */
  void undo(Strike strike) {
    String node = strike.nodes().getFirst();
    Network network = lab.network();
    switch (strike.trouble()) {
      case KILL, RESTART -> startAgain(node);
      case POWER_OFF -> {
        network.onSwitch(Network.join(node));
        startAgain(node);
      }
      case FREEZE -> speaker(node).signal(Posix.SIGCONT);
      case CUT -> network.onSwitch(Network.join(node));
      case LINK_DOWN -> card(node, cardUp(node));
      case MUTE -> flush("mute");
      case DEAF -> flush("deaf");
      case DRAIN -> drain(node, false);
      case PART -> flush("broken");
      case SPLIT -> flush("island");
      case LOSS -> flush("lossy");
      case DUPLICATES -> network.duplicateNoMore();
      case RELOADS, KEYS -> {}
    }
  }

  private Speaker speaker(String node) {
    return lab.speaker(node);
  }

  private void startAgain(String node) {
    speaker(node).awaitEnd(EXIT_LIMIT);
    speaker(node).startAgain();
  }

  private long powerOff(String node) {
    try (Command cable = lab.network().armPorts()) {
      long nanos = cable.fire(Network.cut(node));
      speaker(node).end(Posix.SIGKILL);
      cable.finish();
      return nanos;
    }
  }

  private long card(String node, String lines) {
    long nanos = System.nanoTime();
    lab.network().node(node).ip(lines);
    return nanos;
  }

  /** A card that goes down forgets its IPv6 addresses. */
  private static String cardUp(String node) {
    return "link set %1$s up\naddr replace %2$s/64 dev %1$s nodad\n"
        .formatted(Network.CARD, Plan.ipv6Of(node));
  }

  private long drain(String node, boolean drain) {
    lab.files().configure(node, lab.files().settings(node).withDrain(drain));
    return hangUp(node);
  }

  private long reload(String node) {
    long nanos = System.nanoTime();
    for (int time = 0; time < RELOADS; time++) {
      hangUp(node);
      Patience.pause(RELOAD_MILLIS);
    }
    return nanos;
  }

  private long hangUp(String node) {
    return speaker(node).isTold() ? System.nanoTime() : speaker(node).signal(Posix.SIGHUP);
  }

  private long duplicate() {
    long nanos = System.nanoTime();
    lab.network().duplicate();
    return nanos;
  }

  /** The old key stays accepted until the next rotation. */
  private long rotate(List<String> nodes, int lastsMillis) {
    long nanos = System.nanoTime();
    String next = SpeakerFiles.newKey();
    for (String node : nodes) {
      lab.files().giveKeys(node, List.of(next, key));
      Patience.pause(lastsMillis / nodes.size());
    }
    key = next;
    return nanos;
  }

  private void flush(String set) {
    lab.network().rule("flush set bridge lab " + set + "\n");
  }
}
