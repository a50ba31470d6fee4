package dev.starling.speaker.kube.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.RangeText.Refused;
import java.util.EnumSet;
import java.util.Set;

/** What must hold of any text that is read as a range. */
final class AddressRangeCheck {
  private static final Set<FaultReason> OF_RANGES =
      EnumSet.of(
          FaultReason.NO_RANGE,
          FaultReason.PREFIX_LENGTH,
          FaultReason.RANGE_REVERSED,
          FaultReason.RANGE_OF_TWO_FAMILIES);

  private AddressRangeCheck() {}

  static void check(String text) {
    switch (AddressRange.parse(text)) {
      case Refused(FaultReason reason) -> assertThat(OF_RANGES).as(text).contains(reason);
      case AddressRange range -> {
        assertThat(text).containsAnyOf("-", "/");
        assertThat(range.contains(range.first())).as(text).isTrue();
        assertThat(range.contains(range.last())).as(text).isTrue();
        assertThat(range.first().isIpv6()).as(text).isEqualTo(range.last().isIpv6());
        String written = range.first() + "-" + range.last();
        assertThat(AddressRange.parse(written)).as(text).isEqualTo(range);
      }
    }
  }
}
