package dev.starling.speaker.kube.writer;

/**
 * Where a speaker writes.
 *
 * @param namespace of the status objects and of the Secret
 * @param secret the name of the Secret, and {@code secretKey} the key in it
 */
public record WriterPlace(String namespace, String secret, String secretKey) {}
