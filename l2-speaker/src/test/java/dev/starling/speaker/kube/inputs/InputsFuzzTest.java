package dev.starling.speaker.kube.inputs;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

class InputsFuzzTest {
  private static final JsonFactory FACTORY = Json.factory();

  private static final List<ObjectReader<?>> READERS =
      List.of(
          new ServiceReader(_ -> true),
          new SliceReader(),
          new NodeReader(_ -> true),
          new PodReader(),
          new PoolReader(_ -> true),
          new AdvertisementReader(),
          new SecretReader("secretkey"));

  @FuzzTest
  void anyBytesAreObjectsOrAnErrorOfTheStream(byte[] bytes) {
    for (ObjectReader<?> reader : READERS) {
      read(bytes, json -> json.nextToken() == null ? null : reader.read(json));
      read(bytes, json -> ObjectList.read(json, reader));
      read(bytes, json -> WatchEvent.read(json, reader));
    }
    SnapshotCodec.decode(bytes);
    ApiStatus.ofBody(FACTORY, 500, new String(bytes, StandardCharsets.UTF_8));
  }

  /** Reads something. */
  @FunctionalInterface
  private interface Read {
    @Nullable Object from(JsonParser json) throws IOException;
  }

  private static void read(byte[] bytes, Read read) {
    try (JsonParser json = FACTORY.createParser(bytes)) {
      read.from(json);
    } catch (IOException _) {
      // As it should be.
    }
  }
}
