package dev.starling.speaker.kube.writes;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a speaker writes.
 *
 * @param node this speaker's node
 * @param status whether it writes {@code ServiceL2Status} objects
 * @param events whether it posts Events
 * @param keyPeriod how old a key may get before the leader makes a new one, or null for any age
 */
public record WriterRules(
    String node, boolean status, boolean events, @Nullable Duration keyPeriod) {}
