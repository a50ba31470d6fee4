package dev.starling.speaker.kube.writes;

/** A stranger that was heard claiming a service IP, on a link, from a hardware address. */
public record Conflict(String ip, String link, String mac) {}
