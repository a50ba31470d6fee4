package dev.starling.speaker.config;

import dev.starling.speaker.config.SpeakerConfig.Peer;
import dev.starling.speaker.config.YamlNode.Items;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the list of the other speakers. */
final class PeersReader {
  private final Faults faults;
  private final Values values;
  private final Addresses addresses;
  private final Self self;
  private final Map<String, Integer> lineByName = new HashMap<>();
  private final Map<InetSocketAddress, Integer> lineByAddress = new HashMap<>();
  private final SortedSet<String> nodes = new TreeSet<>();
  private boolean complete = true;

  /** This node; {@code bind} is null where the file gives none that is good. */
  record Self(String node, @Nullable InetAddress bind, int port) {}

  PeersReader(Faults faults, Self self) {
    this.faults = faults;
    this.values = new Values(faults);
    this.addresses = new Addresses(faults);
    this.self = self;
  }

  /** The peers that are good; the rest is told. */
  List<Peer> read(Section file, boolean oneNodeCluster) {
    YamlNode value = file.value(Settings.PEERS);
    String path = file.pathOf(Settings.PEERS);
    nodes.add(self.node);
    if (value == null || (value instanceof Items list && list.items().isEmpty())) {
      if (!oneNodeCluster) {
        noneGiven(value == null ? file.node() : value, path, value == null);
      }
      return List.of();
    }
    if (oneNodeCluster) {
      faults.add(value, path, "names peers in a one-node cluster", "remove one of the two keys");
    }
    List<YamlNode> items = values.items(value, path, Settings.PEERS);
    List<Peer> peers = new ArrayList<>();
    complete = !items.isEmpty();
    for (int i = 0; i < items.size(); i++) {
      Peer peer = peer(items.get(i), path + "[" + i + "].");
      if (peer != null) {
        peers.add(peer);
      }
    }
    return peers;
  }

  /** This node and its peers, or null where the list has faults and so does not tell. */
  @Nullable SortedSet<String> knownNodes() {
    return complete ? nodes : null;
  }

  private void noneGiven(YamlNode at, String path, boolean missing) {
    complete = false;
    faults.add(
        at,
        path,
        missing ? "is missing" : "is an empty list",
        "name the other speakers, or say oneNodeCluster: true if there are none: a speaker that"
            + " takes a lost list for being alone would claim every IP");
  }

  private @Nullable Peer peer(YamlNode item, String path) {
    Section section = new Section(item, "peers[].", path, faults);
    String name = name(section);
    InetAddress address = address(section);
    YamlNode portNode = section.value(Settings.PEER_PORT);
    Integer port =
        portNode == null
            ? Integer.valueOf(self.port)
            : values.integer(portNode, section.pathOf(Settings.PEER_PORT), Settings.PEER_PORT);
    if (name == null) {
      complete = false;
    }
    if (name == null || address == null || port == null) {
      return null;
    }
    InetSocketAddress where = new InetSocketAddress(address, port);
    unique(section, where);
    return new Peer(name, where);
  }

  private @Nullable String name(Section section) {
    YamlNode node = section.value(Settings.PEER_NAME);
    String path = section.pathOf(Settings.PEER_NAME);
    String name = node == null ? null : values.name(node, path, Settings.PEER_NAME.max());
    if (node == null || name == null) {
      return null;
    }
    nodes.add(name);
    Integer first = lineByName.putIfAbsent(name, node.line());
    if (name.equals(self.node)) {
      faults.add(node, path, node.what() + " is this node itself", "list only the others");
    } else if (first != null) {
      faults.add(
          node, path, node.what() + " is given twice", "keep one of them (line " + first + ")");
    }
    return name;
  }

  private @Nullable InetAddress address(Section section) {
    YamlNode node = section.value(Settings.PEER_ADDRESS);
    String path = section.pathOf(Settings.PEER_ADDRESS);
    InetAddress address = node == null ? null : addresses.ofSpeaker(node, path);
    InetAddress bind = self.bind;
    if (node != null
        && address != null
        && bind != null
        && !address.getClass().equals(bind.getClass())) {
      String family = bind.getAddress().length == 4 ? "IPv4" : "IPv6";
      String problem = node.what() + " is of another family than bind";
      faults.add(node, path, problem, "give the peer's " + family + " address");
      return null;
    }
    return address;
  }

  private void unique(Section section, InetSocketAddress where) {
    YamlNode node = section.value(Settings.PEER_ADDRESS);
    String path = section.pathOf(Settings.PEER_ADDRESS);
    if (node == null) {
      return;
    }
    Integer first = lineByAddress.putIfAbsent(where, node.line());
    if (where.getAddress().equals(self.bind) && where.getPort() == self.port) {
      faults.add(node, path, node.what() + " is this node itself", "list only the others");
    } else if (first != null) {
      faults.add(
          node, path, node.what() + " is given twice", "keep one of them (line " + first + ")");
    }
  }
}
