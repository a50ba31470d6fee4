package dev.starling.speaker.kube.writes;

/** The speaker's own Pod, with which its status objects go: the garbage collector sees to that. */
public record OwnerPod(String name, String uid) {}
