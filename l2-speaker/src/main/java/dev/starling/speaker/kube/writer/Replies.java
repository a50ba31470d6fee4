package dev.starling.speaker.kube.writer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.inputs.ApiStatus;
import dev.starling.speaker.kube.inputs.Json;
import dev.starling.speaker.kube.writes.Outcome;
import java.io.IOException;
import java.util.List;

/** What the answers of an API server mean for a write. */
final class Replies {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int TIMED_OUT = 408;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final int SERVER_FAULTS = 500;
  private static final long MILLIS_PER_SECOND = 1_000;
  private static final JsonFactory FACTORY = Json.factory();

  private Replies() {}

  /** What a refusal means where something is missing or in the way. */
  record Meaning(Outcome ifMissing, Outcome ifThere) {}

  /**
   * The outcome of a request.
   *
   * @param rule what the role needs for it
   * @param meaning of 404 and of 409
   */
  static Outcome outcome(ApiReply reply, String rule, Meaning meaning) {
    JsonFields body = fields(reply);
    int code = reply.code();
    if (code >= 200 && code < 300) {
      JsonFields metadata = body.object("metadata");
      return new Outcome.Written(metadata.text("uid"), metadata.text("resourceVersion"));
    }
    String why = why(reply, body);
    return switch (code) {
      case NOT_FOUND -> named(meaning.ifMissing(), why);
      case CONFLICT -> named(meaning.ifThere(), why);
      case FORBIDDEN ->
          isTerminating(body)
              ? new Outcome.Refused(why)
              : new Outcome.Forbidden(rule + " (" + why + ")");
      case TOO_MANY -> new Outcome.Throttled(retryAfterMillis(reply), why);
      case UNAUTHORIZED, TIMED_OUT -> new Outcome.Unreachable(why);
      default -> {
        long wait = retryAfterMillis(reply);
        if (code < SERVER_FAULTS) {
          yield new Outcome.Refused(why);
        }
        yield wait > 0 ? new Outcome.Throttled(wait, why) : new Outcome.Unreachable(why);
      }
    };
  }

  /** Whether the server says that there is an object of that name already. */
  static boolean isThereAlready(ApiReply reply) {
    return reply.code() == CONFLICT && fields(reply).text("reason").equals("AlreadyExists");
  }

  /** Nothing may be made in a namespace that is going; that is no lack of rights. */
  private static boolean isTerminating(JsonFields body) {
    List<JsonFields> causes = body.object("details").objects("causes");
    return causes.stream().anyMatch(cause -> cause.text("reason").equals("NamespaceTerminating"));
  }

  private static Outcome named(Outcome meaning, String why) {
    return switch (meaning) {
      case Outcome.NotServed _ -> new Outcome.NotServed(why);
      case Outcome.Conflicted _ -> new Outcome.Conflicted(why);
      case Outcome.Refused _ -> new Outcome.Refused(why);
      default -> meaning;
    };
  }

  private static String why(ApiReply reply, JsonFields body) {
    String message = body.text("message");
    return ApiStatus.oneLine(reply.code() + " " + (message.isEmpty() ? reply.body() : message));
  }

  private static long retryAfterMillis(ApiReply reply) {
    String header = reply.retryAfter();
    return header.matches("\\d{1,6}") ? Long.parseLong(header) * MILLIS_PER_SECOND : 0;
  }

  private static JsonFields fields(ApiReply reply) {
    try (JsonParser json = FACTORY.createParser(reply.body())) {
      json.nextToken();
      return JsonFields.read(json);
    } catch (IOException e) {
      return JsonFields.NONE;
    }
  }
}
