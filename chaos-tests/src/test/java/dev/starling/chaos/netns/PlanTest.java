package dev.starling.chaos.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 20, 50, 100})
  void bothServiceIpsHaveTheSameFirstAndSecondOwner(int count) {
    Plan plan = Plan.of(count);

    assertThat(plan.nodes()).hasSize(count);
    assertThat(Plan.order(plan.nodes(), plan.ipv4()).subList(0, 2))
        .isEqualTo(Plan.order(plan.nodes(), plan.ipv6()).subList(0, 2))
        .startsWith(plan.firstOwner());
  }

  @Test
  void ordersAsMetallbDoes() {
    // The digests, by sha256sum: n3#10.77.0.128 is the smallest of the three, n2's the largest.
    assertThat(Plan.order(List.of("n1", "n2", "n3"), "10.77.0.128"))
        .containsExactly("n3", "n1", "n2");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, 101})
  void refusesOtherSizes(int count) {
    assertThatThrownBy(() -> Plan.of(count)).hasMessageContaining("2 to 100 nodes");
  }

  @Test
  void givesEachNodeItsAddresses() {
    assertThat(Plan.ipv4Of("n4")).isEqualTo("10.77.0.4");
    assertThat(Plan.ipv6Of("n4")).isEqualTo("fd77::1:4");
    assertThat(Plan.macOf("n4")).isEqualTo("02:77:00:00:00:04");
    assertThat(Plan.macOf("n100")).isEqualTo("02:77:00:00:00:64");
  }
}
