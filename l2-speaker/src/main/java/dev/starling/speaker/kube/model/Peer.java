package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;

/**
 * A speaker that ought to exist.
 *
 * @param node its node's name
 * @param host its node's address
 */
public record Peer(String node, ServiceIp host) {}
