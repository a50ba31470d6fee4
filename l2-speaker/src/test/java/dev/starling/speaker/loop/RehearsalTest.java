package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.core.FlightRecord;
import dev.starling.speaker.core.SpeakerState;
import dev.starling.speaker.core.SpeakerStatus;
import org.junit.jupiter.api.Test;

class RehearsalTest {
  @Test
  void whatIsRehearsedIsARealFailover() throws InterruptedException {
    SpeakerStatus status = Rehearsal.play();

    assertThat(status.state()).isEqualTo(SpeakerState.ACTIVE);
    assertThat(status.ips()).anyMatch(SpeakerStatus.IpStatus::answering);
    assertThat(status.failovers())
        .anySatisfy(
            flight -> {
              assertThat(flight.cause()).isEqualTo(FlightRecord.Cause.DEATH);
              assertThat(flight.from()).isEqualTo("n2");
              assertThat(flight.firstFrameNanos()).isNotZero();
            });
  }
}
