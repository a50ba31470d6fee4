package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResultsJsonTest {
  @Test
  void aCellHasTheKeysThatReadersOfTheFileKnow() throws JsonProcessingException {
    JsonNode root = read(SampleResults.some());
    JsonNode cell = root.path("cells").path(0);

    assertThat(root.path("machine").textValue()).isEqualTo("2 cores, Linux 6.1");
    assertThat(cell.path("product").textValue()).isEqualTo("starling");
    assertThat(cell.path("fault").textValue()).isEqualTo("cut");
    assertThat(cell.path("runs").intValue()).isEqualTo(3);
    assertThat(cell.path("firstFrameMillis").properties())
        .extracting(field -> field.getKey() + "=" + field.getValue())
        .containsExactly("p50=183.0", "p90=190.5", "p99=190.5", "max=190.5");
    assertThat(cell.path("lostProbes").properties())
        .extracting(field -> field.getKey() + "=" + field.getValue())
        .containsExactly("p50=37", "max=39");
  }

  @Test
  void whatDidNotHappenIsNull() throws JsonProcessingException {
    JsonNode times = read(SampleResults.some()).path("cells").path(2).path("firstFrameMillis");

    assertThat(times.path("p50").doubleValue()).isEqualTo(3_100.0);
    assertThat(times.path("p90").isNull()).isTrue();
    assertThat(times.path("max").isNull()).isTrue();
  }

  @Test
  void onlyTheReturnTellsWhenThereWasOneOwner() throws JsonProcessingException {
    JsonNode cells = read(SampleResults.some()).path("cells");

    assertThat(cells.path(0).has("oneOwnerMillis")).isFalse();
    assertThat(cells.path(0).path("afterRepair").path("lostProbes").path("max").intValue())
        .isEqualTo(1);
    assertThat(cells.path(1).path("fault").textValue()).isEqualTo("return");
    assertThat(cells.path(1).path("oneOwnerMillis").path("p50").doubleValue()).isEqualTo(900.0);
    assertThat(cells.path(1).has("afterRepair")).isFalse();
  }

  @Test
  void costAndFullLoadStandBesideTheCells() throws JsonProcessingException {
    JsonNode root = read(SampleResults.some());

    assertThat(root.path("idle").path(0).path("cpuPercent").path("mean").doubleValue())
        .isEqualTo(1.5);
    assertThat(root.path("idle").path(0).path("residentMib").path("max").doubleValue())
        .isEqualTo(100);
    assertThat(root.path("fullLoad").path(0).path("falseFailovers").isIntegralNumber()).isTrue();
    assertThat(root.path("failures")).hasSize(1);
  }

  @Test
  void nothingMeasuredIsValidToo() throws JsonProcessingException {
    JsonNode root = read(SampleResults.none());

    assertThat(Stream.of("cells", "idle", "fullLoad", "failures").map(root::path))
        .allSatisfy(list -> assertThat(list.isArray() && list.isEmpty()).isTrue());
  }

  @Test
  void theWordsOfTheFaultsAreThoseOfTheIssue() {
    assertThat(Stream.of(BenchFault.values()).map(BenchFault::word))
        .isEqualTo(List.of("kill", "poweroff", "cut", "freeze", "oneway", "sigterm", "return"));
  }

  private static JsonNode read(Results results) throws JsonProcessingException {
    return new ObjectMapper().readTree(ResultsJson.of(results));
  }
}
