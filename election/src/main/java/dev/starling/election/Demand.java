package dev.starling.election;

/**
 * What an IP asks of its owner.
 *
 * @param ip the IP
 * @param eligibility the nodes that may own it
 */
public record Demand(ServiceIp ip, Eligibility eligibility) {}
