package dev.starling.speaker.http;

import java.util.function.Supplier;

/**
 * Where the answers come from. Called on the server's threads, several at once; must not block.
 *
 * @param health whether the loop makes progress, and so do the captures
 * @param readiness whether the speaker has settled
 * @param status the whole state
 * @param metrics in Prometheus' text format 0.0.4
 */
public record HttpSources(
    Supplier<Health> health,
    Supplier<Health> readiness,
    Supplier<StatusReport> status,
    Supplier<String> metrics) {}
