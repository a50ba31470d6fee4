package dev.starling.speaker.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads as another reader does. An object on which that one fails, which is a mistake of ours, is
 * passed over: it would be read by every speaker at once.
 */
final class CarefulReader<T> implements ObjectReader<T> {
  private static final Logger LOG = LoggerFactory.getLogger(CarefulReader.class);

  private final String kind;
  private final ObjectReader<T> reader;
  private boolean told;

  CarefulReader(String kind, ObjectReader<T> reader) {
    this.kind = kind;
    this.reader = reader;
  }

  @Override
  public @Nullable ApiObject<T> read(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      return reader.read(json);
    }
    int depth = json.getParsingContext().getNestingDepth();
    try {
      return reader.read(json);
    } catch (RuntimeException e) {
      if (!told) {
        told = true;
        LOG.atError().setCause(e).log("one of the {} cannot be read, and is left out", kind);
      }
      leave(depth, json);
      return ApiObject.unreadable();
    }
  }

  private static void leave(int depth, JsonParser json) throws IOException {
    while (json.getParsingContext().getNestingDepth() >= depth) {
      if (json.nextToken() == null) {
        throw new IOException("an object that does not end");
      }
    }
  }
}
