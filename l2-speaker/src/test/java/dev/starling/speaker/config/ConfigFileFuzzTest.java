package dev.starling.speaker.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;

class ConfigFileFuzzTest {
  @FuzzTest(maxDuration = "2m")
  void anyBytesAreAConfigurationOrHaveFaults(byte[] bytes) {
    switch (ConfigFile.parse(bytes, "host")) {
      case ConfigResult.Good(SpeakerConfig config) -> assertThat(config.bind()).isNotNull();
      case ConfigResult.Bad(List<Fault> faults) ->
          assertThat(faults)
              .isNotEmpty()
              .allSatisfy(
                  fault -> {
                    assertThat(fault.line()).isPositive();
                    assertThat(fault.column()).isPositive();
                    assertThat(fault.text("f").codePoints().anyMatch(Character::isISOControl))
                        .isFalse();
                  });
    }
  }
}
