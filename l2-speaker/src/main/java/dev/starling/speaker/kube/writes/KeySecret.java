package dev.starling.speaker.kube.writes;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the Secret; its content is not.
 *
 * @param resourceVersion of the Secret
 * @param createdAt its {@code creationTimestamp}
 * @param rotatedAt its annotation {@link KeyRotation#ROTATED_AT}, or null
 */
public record KeySecret(String resourceVersion, Instant createdAt, @Nullable String rotatedAt) {}
