package dev.starling.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
  @Test
  void tellsCoresModelAndKernelAndNoBuildersName() {
    assertThat(
            Machine.describe(4, "processor : 0\nmodel name\t: Some CPU 2000\n", "6.1.0-28-amd64\n"))
        .isEqualTo("4 cores (Some CPU 2000), Linux 6.1.0");
  }

  @Test
  void doesWithoutAModel() {
    assertThat(Machine.describe(1, "processor : 0\n", "weird"))
        .isEqualTo("1 cores, Linux of unknown version");
  }
}
