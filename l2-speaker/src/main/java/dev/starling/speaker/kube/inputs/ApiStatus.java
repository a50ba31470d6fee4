package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * Why the API server refused something: its {@code Status}.
 *
 * @param code an HTTP status; 0 if it told none
 * @param text one line of at most {@value #TEXT_LENGTH} characters
 * @param retryAfterSeconds how long it wants to be left alone; 0 if it does not say
 */
public record ApiStatus(int code, String text, int retryAfterSeconds) {
  /** The longest text. */
  public static final int TEXT_LENGTH = 200;

  /** The API server does not have what was asked for. */
  public static final int NOT_FOUND = 404;

  /** The version that was asked for is no longer in the history: list again. */
  public static final int GONE = 410;

  /** Cuts the text to one line. */
  public ApiStatus {
    text = oneLine(text);
  }

  /** The text as one line of bounded length, without control characters. */
  public static String oneLine(String text) {
    String cut = text.length() > TEXT_LENGTH ? text.substring(0, TEXT_LENGTH) : text;
    return cut.replaceAll("[\\p{Cc}\\p{Cf}]+", " ").strip();
  }

  /** What the body of a refusal says; some bodies are plain text. */
  public static ApiStatus ofBody(JsonFactory factory, int code, String body) {
    try (JsonParser json = factory.createParser(body)) {
      json.nextToken();
      ApiStatus told = read(json);
      return new ApiStatus(code, told.text.isEmpty() ? body : told.text, told.retryAfterSeconds);
    } catch (IOException _) {
      return new ApiStatus(code, body, 0);
    }
  }

  static ApiStatus read(JsonParser json) throws IOException {
    Draft draft = new Draft();
    Json.object(json, draft::field);
    return new ApiStatus(draft.code, draft.text, draft.retryAfterSeconds);
  }

  private static final class Draft {
    private int code;
    private String text = "";
    private int retryAfterSeconds;

    void field(String name, JsonParser json) throws IOException {
      switch (name) {
        case "code" -> code = Json.number(json, 0);
        case "message" -> text = Json.textOrEmpty(json);
        case "details" -> Json.object(json, this::detail);
        default -> {}
      }
    }

    private void detail(String name, JsonParser json) throws IOException {
      if (name.equals("retryAfterSeconds")) {
        retryAfterSeconds = Math.max(0, Json.number(json, 0));
      }
    }
  }
}
