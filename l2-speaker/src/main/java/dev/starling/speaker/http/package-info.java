/**
 * What a running speaker tells over HTTP: {@code /healthz}, {@code /readyz}, {@code /status} and
 * {@code /metrics}. It reads through suppliers, decides nothing and changes nothing.
 *
 * <p>{@code /healthz} and {@code /readyz} answer 200 {@code ok}, or 503 and one reason a line.
 *
 * <p>{@code /status} is one JSON object. Names are stable: new ones may come, none changes its
 * meaning. Ages and durations are milliseconds.
 *
 * <pre>{@code
 * version, uptimeMillis, time (ISO 8601), node
 * state        {name, ageMillis, why}
 * majority, expected, witnessed
 * permit       {held, remainingMillis (null: without end)}
 * view         null or {epoch, ageMillis, members [{node, member, self, known, settled, draining,
 *              usableLinks []}]}
 * links        [{name, present, up, carrier, usable, mac (or null), index}]
 * ips          [{ip, service, policy, owner (or null), owned, answering, silence (or null),
 *              candidates [], excluded {node: reason}, links [], sinceMillis}]
 * failovers    [{cause, from, to, epoch, ips [], ipCount, agoMillis (or null), totalMillis (or
 *              null), phases [{name, millis}]}], newest last
 * membership   what the membership tells: keys by id, datagrams by reason
 * kubernetes   only with a cluster: {synced, connected, snapshots, problem (why this speaker takes
 *              no part, or empty), kinds [{name, state, since (ISO 8601), objects, lists, watches,
 *              lastError}], requests {verb: count}, writes {attempts {kind/result: count}, dropped
 *              {reason: count}, waiting, failing, lastError, rotation}, notAnnouncedCount,
 *              notAnnounced [{what, reason, detail}]}
 * config       {file, loadedAt (ISO 8601), good, faults []}
 * }</pre>
 */
@NullMarked
package dev.starling.speaker.http;

import org.jspecify.annotations.NullMarked;
