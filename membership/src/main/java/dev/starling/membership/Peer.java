package dev.starling.membership;

import java.net.InetSocketAddress;

/** A speaker that the configuration expects: its node's name, and where it listens. */
public record Peer(String node, InetSocketAddress address) {}
