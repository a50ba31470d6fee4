package dev.starling.speaker.kube.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.Json;
import dev.starling.speaker.kube.inputs.ObjectReader;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.KeySecret;
import dev.starling.speaker.kube.writes.SeenStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadersTest {
  private static final String STATUS =
      """
      {"apiVersion":"metallb.io/v1beta1","kind":"ServiceL2Status",
       "metadata":{"name":"l2-abcde","namespace":"metallb-system","uid":"u1",
        "resourceVersion":"77","generation":1,
        "managedFields":[{"manager":"speaker","fieldsV1":{"f:status":{"f:node":{}}}}],
        "labels":{"metallb.io/node":"n1","metallb.io/service-name":"web",
         "metallb.io/service-namespace":"shop"},
        "ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"speaker-x","uid":"p1"}]},
       "spec":{},
       "status":{"node":"n1","serviceName":"web","serviceNamespace":"shop",
        "interfaces":[{"name":"eth1"},{"name":"eth0"}]}}
      """;

  private static <T> @Nullable ApiObject<T> read(ObjectReader<T> reader, String text)
      throws IOException {
    try (JsonParser json = Json.factory().createParser(text)) {
      json.nextToken();
      return reader.read(json);
    }
  }

  private static SortedSet<String> names(String... names) {
    return new TreeSet<>(List.of(names));
  }

  @Test
  void aStatusIsReadWhole() throws IOException {
    ObjectName service = new ObjectName("shop", "web");
    assertThat(read(new StatusReader(), STATUS))
        .isEqualTo(
            new ApiObject<>(
                new ObjectName("metallb-system", "l2-abcde"),
                "77",
                new SeenStatus(
                    "l2-abcde",
                    "u1",
                    "77",
                    service,
                    "n1",
                    new SeenStatus.Told(service, "n1", names("eth0", "eth1")),
                    names("p1"))));
  }

  @Test
  void whatIsMissingIsEmpty() throws IOException {
    ApiObject<SeenStatus> bare = read(new StatusReader(), "{\"metadata\":{\"name\":\"a\"}}");
    ObjectName nobody = new ObjectName("", "");
    assertThat(bare)
        .isEqualTo(
            new ApiObject<>(
                new ObjectName("", "a"),
                "",
                new SeenStatus(
                    "a", "", "", nobody, "", new SeenStatus.Told(nobody, "", names()), names())));
    assertThat(read(new StatusReader(), "{}")).isNull();
    assertThat(read(new StatusReader(), "[1]")).isNull();
  }

  @Test
  void everyBeginningOfAStatusIsRefused() {
    String text = STATUS.strip();
    for (int length = 1; length < text.length(); length++) {
      String beginning = text.substring(0, length);
      assertThatThrownBy(() -> read(new StatusReader(), beginning))
          .as(beginning)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void ofASecretOnlyItsAgeIsRead() throws IOException {
    String text =
        """
        {"metadata":{"name":"memberlist","namespace":"s","resourceVersion":"5",
          "creationTimestamp":"2026-01-01T00:00:00Z",
          "annotations":{"starling.dev/rotated-at":"2026-01-02T00:00:00Z"}},
         "data":{"secretkey":"c2VjcmV0"},"type":"Opaque"}
        """;
    Instant created = Instant.parse("2026-01-01T00:00:00Z");
    ObjectName name = new ObjectName("s", "memberlist");
    assertThat(read(new KeySecretReader(), text))
        .isEqualTo(new ApiObject<>(name, "5", new KeySecret("5", created, "2026-01-02T00:00:00Z")));
    assertThat(read(new KeySecretReader(), text.replace("starling.dev", "other")))
        .isEqualTo(new ApiObject<>(name, "5", new KeySecret("5", created, null)));
    assertThat(read(new KeySecretReader(), text.replace("2026-01-01T", "once ")))
        .isEqualTo(new ApiObject<KeySecret>(name, "5", null));
  }

  @Test
  void everyFlippedBitIsTakenInOrRefused() {
    byte[] bytes = STATUS.getBytes(StandardCharsets.UTF_8);
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      WriterCheck.check(200, new String(flipped, StandardCharsets.UTF_8));
    }
  }
}
