package dev.starling.speaker.kube.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final ObjectReader<SpeakerPod> PODS = new PodReader();

  @Test
  void aPageOfAListIsReadWhateverTheOrderOfItsFields() throws IOException {
    String items = "'items':[{'metadata':{'name':'a'}},{'metadata':{}},{'metadata':{'name':'b'}}]";
    String metadata = "'metadata':{'resourceVersion':'42','continue':'more'}";
    var expected = new ObjectList<>(List.of(pod("a"), pod("b")), "42", "more");

    assertThat(list("{" + items + "," + metadata + "}")).isEqualTo(expected);
    assertThat(list("{" + metadata + "," + items + "}")).isEqualTo(expected);
  }

  @Test
  void aListWithoutItemsIsEmptyOnlyIfItSaysSo() throws IOException {
    assertThat(list("{'metadata':{'resourceVersion':'7'},'items':null}").objects()).isEmpty();
    assertThatThrownBy(() -> list("{'metadata':{'resourceVersion':'7'}}"))
        .hasMessageContaining("no list");
    assertThatThrownBy(() -> list("{'items':[]}")).hasMessageContaining("no list");
    assertThatThrownBy(() -> list("{}")).hasMessageContaining("no list");
    assertThatThrownBy(() -> list("[]")).hasMessageContaining("no list");
    assertThatThrownBy(() -> list("")).hasMessageContaining("no list");
    assertThatThrownBy(() -> list("<html>")).isInstanceOf(IOException.class);
  }

  @Test
  void aListThatBreaksOffIsAnError() {
    String whole = "{'items':[{'metadata':{'name':'a'}}],'metadata':{'resourceVersion':'42'}}";
    for (int length = 0; length < whole.length(); length++) {
      String prefix = whole.substring(0, length);
      assertThatThrownBy(() -> list(prefix)).as(prefix).isInstanceOf(IOException.class);
    }
  }

  @Test
  void theEventsOfAWatchComeOneAfterTheOther() throws IOException {
    String stream =
        """
        {'type':'ADDED','object':{'metadata':{'name':'a'}}}
        {'type':'DELETED','object':{'metadata':{'name':'b'}}}
        {'type':'BOOKMARK','object':{'metadata':{'resourceVersion':'9'},'spec':{}}}
        {'type':'LATER','object':{'x':[1]}}
        {'type':'ADDED','object':{}}
        {'type':'ERROR','object':{'kind':'Status','code':410,'message':'too\\nold',
          'details':{'retryAfterSeconds':3}}}
        """;
    try (JsonParser json = Reading.parser(Reading.quoted(stream))) {
      assertThat(WatchEvent.read(json, PODS)).isEqualTo(new WatchEvent.Changed<>(pod("a")));
      assertThat(WatchEvent.read(json, PODS)).isEqualTo(new WatchEvent.Deleted<>(pod("b")));
      assertThat(WatchEvent.read(json, PODS)).isEqualTo(new WatchEvent.Bookmark<>("9"));
      assertThat(WatchEvent.read(json, PODS)).isEqualTo(new WatchEvent.Unknown<>());
      assertThat(WatchEvent.read(json, PODS)).isEqualTo(new WatchEvent.Unknown<>());
      assertThat(WatchEvent.read(json, PODS))
          .isEqualTo(new WatchEvent.Failed<>(new ApiStatus(410, "too old", 3)));
      assertThat(WatchEvent.read(json, PODS)).isNull();
    }
  }

  @Test
  void anEventThatIsNoneIsAnError() {
    for (String text : List.of("[]", "'x'", "{'object':{}}", "{'type':'ADDED'", "<p>")) {
      try (JsonParser json = Reading.parser(Reading.quoted(text))) {
        assertThatThrownBy(() -> WatchEvent.read(json, PODS))
            .as(text)
            .isInstanceOf(IOException.class);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void aRefusalIsOneShortLineWhateverItsBody() {
    String status = "{'message':'no\\u0007way','code':7,'details':{'retryAfterSeconds':-1}}";
    assertThat(ApiStatus.ofBody(Json.factory(), 403, Reading.quoted(status)))
        .isEqualTo(new ApiStatus(403, "no way", 0));
    assertThat(ApiStatus.ofBody(Json.factory(), 404, "404 page not found\n"))
        .isEqualTo(new ApiStatus(404, "404 page not found", 0));
    assertThat(ApiStatus.ofBody(Json.factory(), 500, "x".repeat(9_000)).text())
        .hasSize(ApiStatus.TEXT_LENGTH);
  }

  @Test
  void aVersionHasAPlaceIfItIsANumber() {
    assertThat(ApiObject.placeOf("0")).isZero();
    assertThat(ApiObject.placeOf("999999999999999999")).isEqualTo(999999999999999999L);
    for (String text : List.of("", "-1", "1a", "1000000000000000000", "٣")) {
      assertThat(ApiObject.placeOf(text)).as(text).isEqualTo(ApiObject.NO_PLACE);
    }
  }

  private static ObjectList<SpeakerPod> list(String text) throws IOException {
    try (JsonParser json = Reading.parser(Reading.quoted(text))) {
      return ObjectList.read(json, PODS);
    }
  }

  private static ApiObject<SpeakerPod> pod(String name) {
    return new ApiObject<>(new ObjectName("", name), "", new SpeakerPod(name, null, null, ""));
  }
}
