package dev.starling.chaos.kube.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class WorkloadTest {
  @Test
  void anAddressManagerWritesEachIp() {
    assertThat(Workload.assigned(List.of("10.77.0.128", "fd77::80")))
        .isEqualTo(
            "{\"status\":{\"loadBalancer\":{\"ingress\":"
                + "[{\"ip\":\"10.77.0.128\"},{\"ip\":\"fd77::80\"}]}}}");
  }

  @Test
  void everythingIsYaml() {
    Load load = new Load(LoadSettings.builder().build());

    assertThat(load.loadAllFromString(Workload.echo())).hasSize(4);
    assertThat(load.loadAllFromString(Workload.pools("metallb-system"))).hasSize(2);
    assertThat(load.loadFromString(Workload.settingsWithPool())).isNotNull();
  }
}
