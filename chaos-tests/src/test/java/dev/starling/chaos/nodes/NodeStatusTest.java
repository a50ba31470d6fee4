package dev.starling.chaos.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeStatusTest {
  private static final String PAGE =
      """
      {"node":"n1","atNanos":1,"state":{"name":"ACTIVE","ageMillis":1204,"why":"majority"},
       "view":{"epoch":"5@aa-bb","ageMillis":3,"members":[
         {"node":"n2","member":"x","self":false},{"node":"n1","member":"y","self":true}]},
       "ips":[
         {"ip":"10.77.0.128","owner":"n1","owned":true,"answering":true,"silence":null},
         {"ip":"fd77::80","owner":null,"owned":false,"answering":false,"silence":"ISOLATED"}],
       "membership":{"keys":[
         {"id":"aaaa","newest":false,"listed":true,"laggards":["n2"]},
         {"id":"bbbb","newest":true,"listed":true,"laggards":[]}]}}
      """;

  @Test
  void readsWhatTheLabUses() {
    NodeStatus status = NodeStatus.parse(PAGE).orElseThrow();

    assertThat(status.state()).isEqualTo("ACTIVE");
    assertThat(status.epoch()).isEqualTo("5@aa-bb");
    assertThat(status.members()).containsExactly("n2", "n1");
    assertThat(status.ownerOf("10.77.0.128")).isEqualTo("n1");
    assertThat(status.answersFor("10.77.0.128")).isTrue();
    assertThat(status.ownerOf("fd77::80")).isEmpty();
    assertThat(status.answersFor("fd77::80")).isFalse();
    assertThat(status.ownerOf("10.0.0.1")).isEmpty();
    assertThat(status.answersFor("10.0.0.1")).isFalse();
    assertThat(status.newestKey()).isEqualTo(new NodeStatus.Key("bbbb", true));
  }

  @Test
  void readsASpeakerWithoutAView() {
    NodeStatus status =
        NodeStatus.parse("{\"state\":{\"name\":\"SETTLING\"},\"view\":null}").orElseThrow();

    assertThat(status.epoch()).isEmpty();
    assertThat(status.members()).isEmpty();
    assertThat(status.newestKey()).isEqualTo(new NodeStatus.Key("", false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{}", "<html>", "{\"state\":1}", "{\"state\":\"A\""})
  void takesNothingElseForAStatus(String text) {
    assertThat(NodeStatus.parse(text)).isEmpty();
  }
}
