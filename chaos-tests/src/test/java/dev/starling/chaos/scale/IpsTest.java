package dev.starling.chaos.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.netns.Plan;
import java.util.List;
import org.junit.jupiter.api.Test;

class IpsTest {
  private static final Plan PLAN = Plan.of(5);

  @Test
  void areApartFromTheMachines() {
    assertThat(Ips.any(10_000))
        .hasSize(10_000)
        .doesNotHaveDuplicates()
        .doesNotContain(PLAN.ipv4())
        .allMatch(ip -> !ip.startsWith("10.77.0."));
  }

  @Test
  void belongToTheFirstOwner() {
    assertThat(Ips.ofFirstOwner(PLAN, 1_000))
        .hasSize(1_000)
        .allMatch(ip -> Plan.order(PLAN.nodes(), ip).getFirst().equals(PLAN.firstOwner()));
  }

  @Test
  void goToTheNextOwner() {
    assertThat(Ips.ofBothOwners(PLAN, 1_000))
        .hasSize(1_000)
        .allMatch(
            ip ->
                Plan.order(PLAN.nodes(), ip)
                    .subList(0, 2)
                    .equals(List.of(PLAN.firstOwner(), PLAN.nextOwner())));
  }
}
