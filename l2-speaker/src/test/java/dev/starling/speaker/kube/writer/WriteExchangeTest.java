package dev.starling.speaker.kube.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.Outcome;
import dev.starling.speaker.kube.writes.ServiceEvent;
import dev.starling.speaker.kube.writes.StatusContent;
import dev.starling.speaker.kube.writes.Write;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each answer of a server means for each write. */
class WriteExchangeTest {
  private static final ObjectName SERVICE = new ObjectName("shop", "web");
  private static final Write APPLY =
      new Write.ApplyStatus(new StatusContent(SERVICE, "n1", new TreeSet<>(), null));
  private static final Write DELETE = new Write.DeleteStatus("l2-x", "u7");
  private static final Write EVENT =
      new Write.PostEvent(
          "owner",
          new ServiceEvent(SERVICE, "s1", "web.1", ServiceEvent.Reason.NODE_ASSIGNED, "", 1, 0));
  private static final Write KEY = new Write.RotateKey("42");
  private static final String OBJECT =
      "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"9\",\"managedFields\":[{}]}}";
  private static final String TERMINATING =
      """
      {"message":"web.1 is forbidden: unable to create new content in namespace shop",
       "reason":"Forbidden","details":{"causes":[{"reason":"NamespaceTerminating"}]},"code":403}
      """;

  private final Deque<ApiReply> replies = new ArrayDeque<>();
  private final List<ApiRequest> sent = new ArrayList<>();
  private final WriteExchange exchange =
      new WriteExchange(
          "n1",
          new WriterPlace("starling-system", "memberlist", "secretkey"),
          this::answer,
          InstantSource.fixed(Instant.EPOCH),
          () -> "abc");

  private ApiReply answer(ApiRequest request) throws IOException {
    sent.add(request);
    ApiReply reply = replies.poll();
    if (reply == null) {
      throw new IOException("connection refused");
    }
    return reply;
  }

  private static ApiReply reply(int code, String body) {
    return new ApiReply(code, "", body);
  }

  private static String status(String message) {
    return "{\"kind\":\"Status\",\"message\":\"" + message + "\"}";
  }

  static Stream<Arguments> answers() {
    String no = status("no");
    return Stream.of(
        arguments(APPLY, reply(403, no), forbidden("create and patch servicel2statuses")),
        arguments(APPLY, reply(404, "404 page not found\n"), notServed("404 404 page not found")),
        arguments(APPLY, reply(409, no), new Outcome.Conflicted("409 no")),
        arguments(APPLY, reply(422, no), new Outcome.Refused("422 no")),
        arguments(APPLY, reply(400, no), new Outcome.Refused("400 no")),
        arguments(APPLY, reply(401, no), new Outcome.Unreachable("401 no")),
        arguments(APPLY, reply(500, no), new Outcome.Unreachable("500 no")),
        arguments(APPLY, reply(503, "{"), new Outcome.Unreachable("503 {")),
        arguments(APPLY, new ApiReply(503, "2", no), new Outcome.Throttled(2_000, "503 no")),
        arguments(APPLY, new ApiReply(429, "7", no), new Outcome.Throttled(7_000, "429 no")),
        arguments(APPLY, new ApiReply(429, "soon", no), new Outcome.Throttled(0, "429 no")),
        arguments(DELETE, reply(200, "{}"), new Outcome.Deleted()),
        arguments(DELETE, reply(404, no), new Outcome.Deleted()),
        arguments(DELETE, reply(409, no), new Outcome.Conflicted("409 no")),
        arguments(EVENT, reply(201, OBJECT), new Outcome.Written("u1", "9")),
        arguments(EVENT, reply(409, "{\"reason\":\"AlreadyExists\"}"), new Outcome.Written("", "")),
        arguments(EVENT, reply(404, no), new Outcome.Refused("404 no")),
        arguments(
            EVENT,
            reply(403, TERMINATING),
            new Outcome.Refused(
                "403 web.1 is forbidden: unable to create new content in namespace shop")),
        arguments(
            EVENT,
            reply(403, no),
            new Outcome.Forbidden("create events in all namespaces (403 no)")),
        arguments(KEY, reply(200, OBJECT), new Outcome.Written("u1", "9")),
        arguments(KEY, reply(409, no), new Outcome.Conflicted("409 no")),
        arguments(KEY, reply(404, no), new Outcome.Refused("404 no")));
  }

  private static Outcome forbidden(String what) {
    return new Outcome.Forbidden(what + ".metallb.io in namespace starling-system (403 no)");
  }

  private static Outcome notServed(String why) {
    return new Outcome.NotServed(why);
  }

  @ParameterizedTest
  @MethodSource("answers")
  void anAnswerHasItsMeaning(Write write, ApiReply reply, Outcome outcome) {
    replies.add(reply);
    assertThat(exchange.perform(write, 0)).isEqualTo(outcome);
    assertThat(sent).hasSize(1);
  }

  @Test
  void noAnswerIsNoAnswer() {
    assertThat(exchange.perform(DELETE, 0))
        .isEqualTo(new Outcome.Unreachable("connection refused"));
  }

  @Test
  void aStatusIsWrittenInTwoSteps() {
    replies.add(reply(201, OBJECT));
    replies.add(reply(200, OBJECT.replace("9", "10")));
    assertThat(exchange.perform(APPLY, 0)).isEqualTo(new Outcome.Written("u1", "10"));
    assertThat(sent).hasSize(2);
  }

  @Test
  void anObjectThatVanishesBetweenTheStepsIsWrittenAgain() {
    replies.add(reply(201, OBJECT));
    replies.add(reply(404, status("not found")));
    assertThat(exchange.perform(APPLY, 0)).isEqualTo(new Outcome.Conflicted("404 not found"));
  }

  @Test
  void theRuleNamesTheSubresourceThatIsForbidden() {
    replies.add(reply(201, OBJECT));
    replies.add(reply(403, status("no")));
    assertThat(exchange.perform(APPLY, 0))
        .isEqualTo(
            new Outcome.Forbidden(
                "patch servicel2statuses.metallb.io/status in namespace starling-system (403 no)"));
  }

  @Test
  void anEventTellsWhenItHappened() {
    replies.add(reply(201, OBJECT));
    exchange.perform(EVENT, 90_000_000_000L);
    assertThat(sent.getFirst().body()).contains("\"firstTimestamp\":\"1969-12-31T23:58:30Z\"");
  }
}
