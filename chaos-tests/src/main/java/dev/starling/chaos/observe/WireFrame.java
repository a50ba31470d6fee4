package dev.starling.chaos.observe;

/**
 * A frame in which a node says that a service IP is at its hardware address.
 *
 * @param nanos when the client's card had it
 * @param ip the service IP
 * @param mac the hardware address it gives, in small hexadecimal with colons
 * @param gratuitous whether it was said to everybody without a question
 */
public record WireFrame(long nanos, String ip, String mac, boolean gratuitous) {}
