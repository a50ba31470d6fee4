package dev.starling.speaker.kube.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.Json;
import dev.starling.speaker.kube.inputs.ObjectReader;
import dev.starling.speaker.kube.writes.KeySecret;
import dev.starling.speaker.kube.writes.Outcome;
import dev.starling.speaker.kube.writes.Registrar;
import dev.starling.speaker.kube.writes.SeenStatus;
import dev.starling.speaker.kube.writes.Write;
import dev.starling.speaker.kube.writes.WriterRules;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What must hold of whatever an API server answers and tells. */
final class WriterCheck {
  private static final int WHY_LENGTH_MAX = 300;
  private static final Instant WALL = Instant.parse("2026-01-01T00:00:00Z");

  private WriterCheck() {}

  /** Takes a text for the answer to a write, for a status object and for a Secret. */
  static void check(int code, String text) {
    answer(code, text);
    SeenStatus seen = object(new StatusReader(), text);
    if (seen != null) {
      assertThat(seen.name()).isNotEmpty();
      registrar().statusSeen(seen, 0);
    }
    KeySecret secret = object(new KeySecretReader(), text);
    if (secret != null) {
      Registrar registrar = registrar();
      registrar.secret(secret, 0);
      registrar.keysSettled(true, 0);
      Write write = registrar.next(WALL, 1);
      assertThat(write == null || write.equals(new Write.RotateKey(secret.resourceVersion())))
          .isTrue();
    }
  }

  private static Registrar registrar() {
    return new Registrar(new WriterRules("n1", true, true, Duration.ofHours(24)), 1, 0);
  }

  private static void answer(int code, String text) {
    Replies.Meaning meaning = new Replies.Meaning(new Outcome.Deleted(), new Outcome.Refused(""));
    Outcome outcome = Replies.outcome(new ApiReply(code, text, text), "rule", meaning);
    switch (outcome) {
      case Outcome.Written _ -> assertThat(code).isBetween(200, 299);
      case Outcome.Deleted _ -> assertThat(code).isEqualTo(404);
      case Outcome.Forbidden(String rule) -> isOneLine(rule);
      case Outcome.Refused(String why) -> isOneLine(why);
      case Outcome.Unreachable(String why) -> isOneLine(why);
      case Outcome.Throttled(long millis, String why) -> {
        assertThat(millis).isBetween(0L, 999_999_000L);
        isOneLine(why);
      }
      case Outcome.Conflicted _, Outcome.NotServed _ ->
          throw new AssertionError("not what 409 or 404 means here: " + outcome);
    }
  }

  private static void isOneLine(String text) {
    assertThat(text).hasSizeLessThan(WHY_LENGTH_MAX);
    assertThat(text.chars()).noneMatch(Character::isISOControl);
  }

  private static <T> @Nullable T object(ObjectReader<T> reader, String text) {
    try (JsonParser json = Json.factory().createParser(text)) {
      json.nextToken();
      ApiObject<T> object = reader.read(json);
      return object == null ? null : object.kept();
    } catch (IOException e) {
      return null;
    }
  }
}
