package dev.starling.speaker.kube.inputs;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the objects of one kind. */
@FunctionalInterface
public interface ObjectReader<T> {
  /**
   * The object that the parser is at the beginning of, or null if it has no name.
   *
   * @throws IOException if the stream breaks off or is no JSON
   */
  @Nullable ApiObject<T> read(JsonParser json) throws IOException;
}
