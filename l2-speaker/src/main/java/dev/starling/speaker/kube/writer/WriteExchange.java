package dev.starling.speaker.kube.writer;

import dev.starling.speaker.kube.writes.Outcome;
import dev.starling.speaker.kube.writes.ServiceEvent;
import dev.starling.speaker.kube.writes.StatusContent;
import dev.starling.speaker.kube.writes.Write;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.Supplier;

/** Performs writes, one at a time. */
public final class WriteExchange {
  private static final Outcome REFUSED = new Outcome.Refused("");
  private static final Outcome CONFLICTED = new Outcome.Conflicted("");
  private static final Outcome NOT_SERVED = new Outcome.NotServed("");
  private static final Outcome DELETED = new Outcome.Deleted();
  private static final String STATUSES = "servicel2statuses.metallb.io";

  private final WriterPlace place;
  private final ApiCalls api;
  private final Requests requests;
  private final InstantSource clock;
  private final Supplier<String> newKey;

  /**
   * An exchange that sends nothing yet.
   *
   * @param node this speaker's node
   * @param newKey makes a key, another one each time; asked only when one is written
   */
  public WriteExchange(
      String node, WriterPlace place, ApiCalls api, InstantSource clock, Supplier<String> newKey) {
    this.place = place;
    this.api = api;
    this.clock = clock;
    this.newKey = newKey;
    requests = new Requests(node, place);
  }

  /** The time of day. */
  Instant now() {
    return clock.instant();
  }

  /** Performs a write once and says how it went. */
  public Outcome perform(Write write, long nowNanos) {
    try {
      return switch (write) {
        case Write.ApplyStatus(StatusContent content) -> apply(content);
        case Write.DeleteStatus(String name, String uid) -> delete(name, uid);
        case Write.PostEvent(_, ServiceEvent event) -> post(event, nowNanos);
        case Write.RotateKey(String resourceVersion) -> rotate(resourceVersion);
      };
    } catch (IOException e) {
      return new Outcome.Unreachable(
          Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName()));
    }
  }

  private Outcome apply(StatusContent content) throws IOException {
    Outcome object =
        Replies.outcome(
            api.send(requests.applyObject(content)),
            rule("create and patch " + STATUSES),
            new Replies.Meaning(NOT_SERVED, CONFLICTED));
    if (!(object instanceof Outcome.Written)) {
      return object;
    }
    return Replies.outcome(
        api.send(requests.applyStatus(content)),
        rule("patch " + STATUSES + "/status"),
        new Replies.Meaning(CONFLICTED, CONFLICTED));
  }

  private Outcome delete(String name, String uid) throws IOException {
    Outcome outcome =
        Replies.outcome(
            api.send(requests.deleteObject(name, uid)),
            rule("delete " + STATUSES),
            new Replies.Meaning(DELETED, CONFLICTED));
    return outcome instanceof Outcome.Written ? DELETED : outcome;
  }

  private Outcome post(ServiceEvent event, long nowNanos) throws IOException {
    Instant now = clock.instant();
    Instant since = now.minus(Duration.ofNanos(Math.max(0, nowNanos - event.sinceNanos())));
    ApiReply reply = api.send(requests.postEvent(event, since, now));
    return Replies.isThereAlready(reply)
        ? new Outcome.Written("", "")
        : Replies.outcome(
            reply, "create events in all namespaces", new Replies.Meaning(REFUSED, REFUSED));
  }

  private Outcome rotate(String resourceVersion) throws IOException {
    return Replies.outcome(
        api.send(requests.rotateKey(resourceVersion, newKey.get(), clock.instant())),
        rule("patch the Secret " + place.secret()),
        new Replies.Meaning(REFUSED, CONFLICTED));
  }

  private String rule(String of) {
    return of + " in namespace " + place.namespace();
  }
}
