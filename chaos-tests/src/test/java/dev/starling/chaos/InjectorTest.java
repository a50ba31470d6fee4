package dev.starling.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.netns.Plan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InjectorTest {
  @ParameterizedTest
  @CsvSource({"3,1", "4,1", "5,2", "6,2", "7,3", "8,3", "9,4"})
  void aSplitLeavesTheMajorityToTheOtherSide(int nodes, int minority) {
    Plan plan = Plan.of(nodes);

    assertThat(Injector.minority(plan))
        .hasSize(minority)
        .startsWith(plan.firstOwner())
        .doesNotContain(plan.nextOwner())
        .doesNotHaveDuplicates();
  }
}
