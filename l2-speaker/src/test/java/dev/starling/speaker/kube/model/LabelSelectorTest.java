package dev.starling.speaker.kube.model;

import static dev.starling.speaker.kube.model.World.expression;
import static dev.starling.speaker.kube.model.World.labels;
import static dev.starling.speaker.kube.model.World.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.LabelSelector.Requirement;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {
  private static final String LONG = "a".repeat(64);

  @ParameterizedTest
  @CsvSource({
    "In, 'a,b', a, true",
    "In, 'a,b', c, false",
    "In, 'a,b', , false",
    "NotIn, 'a,b', a, false",
    "NotIn, 'a,b', c, true",
    "NotIn, 'a,b', , true",
    "Exists, , a, true",
    "Exists, , '', true",
    "Exists, , , false",
    "DoesNotExist, , a, false",
    "DoesNotExist, , , true"
  })
  void eachOperatorHoldsAsTheApiSays(
      String operator, @Nullable String values, @Nullable String label, boolean holds) {
    LabelSelector selector =
        expression("zone", operator, values == null ? new String[0] : values.split(",", -1));
    assertThat(selector.fault()).isNull();
    assertThat(selector.matches(label == null ? map() : map("zone", label))).isEqualTo(holds);
  }

  @Test
  void allPartsMustHold() {
    LabelSelector selector =
        new LabelSelector(
            map("app", "web", "tier", "front"),
            List.of(
                new Requirement("zone", "In", List.of("a", "b")),
                new Requirement("old", "DoesNotExist", List.of())));
    assertThat(selector.fault()).isNull();
    assertThat(selector.matches(map("app", "web", "tier", "front", "zone", "b"))).isTrue();
    assertThat(selector.matches(map("app", "web", "tier", "back", "zone", "b"))).isFalse();
    assertThat(selector.matches(map("app", "web", "zone", "b"))).isFalse();
    assertThat(selector.matches(map("app", "web", "tier", "front", "zone", "c"))).isFalse();
    assertThat(selector.matches(map("app", "web", "old", "", "tier", "front", "zone", "b")))
        .isFalse();
  }

  @Test
  void oneWithoutPartsChoosesEverything() {
    assertThat(labels().fault()).isNull();
    assertThat(labels().matches(map())).isTrue();
    assertThat(labels().matches(map("app", "web"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "in, 1, SELECTOR_OPERATOR",
    "'', 0, SELECTOR_OPERATOR",
    "Gt, 1, SELECTOR_OPERATOR",
    "In, 0, SELECTOR_VALUES",
    "NotIn, 0, SELECTOR_VALUES",
    "Exists, 1, SELECTOR_VALUES",
    "DoesNotExist, 1, SELECTOR_VALUES",
    "In, 1001, SELECTOR_TOO_LARGE"
  })
  void anOperatorMustFitItsValues(String operator, int values, FaultReason reason) {
    Requirement requirement = new Requirement("zone", operator, Collections.nCopies(values, "a"));
    assertThat(new LabelSelector(map(), List.of(requirement)).fault()).isEqualTo(reason);
  }

  @Test
  void hasALimitOfItsParts() {
    List<Requirement> many = Collections.nCopies(65, new Requirement("zone", "Exists", List.of()));
    assertThat(new LabelSelector(map(), many).fault()).isEqualTo(FaultReason.SELECTOR_TOO_LARGE);
    assertThat(new LabelSelector(map(), many.subList(1, 65)).fault()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "app",
        "App_1.x-y",
        "kubernetes.io/hostname",
        "node-role.kubernetes.io/control-plane",
        "a/b",
        "0.x/0"
      })
  void takesTheKeysThatTheApiTakes(String key) {
    assertThat(labels(key, "").fault()).isNull();
    assertThat(expression(key, "Exists").fault()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "/", "a/", "/a", "a/b/c", "-a", "a-", "a b", "\u00e4", "A.io/a", "a..b/c", "a-.b/c",
        ".a/b", "a./b", "-a/b", "a-/b", "a_b/c", "x.-y/a"
      })
  void refusesKeysThatNoLabelCanHave(String key) {
    assertThat(labels(key, "").fault()).isEqualTo(FaultReason.SELECTOR_KEY);
    assertThat(expression(key, "NotIn", "a").fault()).isEqualTo(FaultReason.SELECTOR_KEY);
  }

  @Test
  void refusesWhatIsTooLong() {
    assertThat(labels(LONG, "").fault()).isEqualTo(FaultReason.SELECTOR_KEY);
    assertThat(labels(LONG.substring(1), LONG.substring(1)).fault()).isNull();
    assertThat(labels("a", LONG).fault()).isEqualTo(FaultReason.SELECTOR_VALUE);
    String domain = (LONG.substring(1) + ".").repeat(3);
    assertThat(labels(domain + LONG.substring(3) + "/a", "").fault()).isNull();
    assertThat(labels(domain + LONG.substring(2) + "/a", "").fault())
        .isEqualTo(FaultReason.SELECTOR_KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-a", "a-", ".a", "a b", "a/b", "\u00e4", " "})
  void refusesValuesThatNoLabelCanHave(String value) {
    assertThat(labels("a", value).fault()).isEqualTo(FaultReason.SELECTOR_VALUE);
    assertThat(expression("a", "In", "b", value).fault()).isEqualTo(FaultReason.SELECTOR_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DoesNotExist", "NotIn", "node-role.kubernetes.io/control-plane"})
  void isReadWhereverItsTextsAreCut(String text) {
    for (int length = 0; length <= text.length(); length++) {
      String cut = text.substring(0, length);
      Stream.of(
              expression("a", cut),
              expression("a", cut, "b"),
              expression(cut, "Exists"),
              labels(cut, cut),
              expression("a", "In", cut))
          .filter(selector -> selector.fault() == null)
          .forEach(selector -> assertThat(selector.matches(map("a", "b"))).isIn(true, false));
    }
  }
}
