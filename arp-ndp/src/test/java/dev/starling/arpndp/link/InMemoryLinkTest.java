package dev.starling.arpndp.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.arpndp.wire.MacAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryLinkTest {
  private static final LinkInfo INFO =
      new LinkInfo(
          "eth0", true, 2, true, true, 0, new MacAddress(1), false, false, 1500, List.of());

  @Test
  void answersWhatIsDeliveredAndRemembersWhatIsSent() {
    InMemoryLink link =
        new InMemoryLink(
            INFO,
            (frame, length, out) -> {
              out[0] = frame[0];
              return length > 1 ? 1 : -1;
            });
    link.deliver(new byte[] {7, 8});
    link.deliver(new byte[] {9});
    assertThat(link.send(new byte[] {1, 2, 3}, 2)).isEqualTo(SendResult.SENT);

    assertThat(link.takeSent()).containsExactly(new byte[] {7}, new byte[] {1, 2});
    assertThat(link.takeSent()).isEmpty();
    assertThat(link.stats()).isEqualTo(new LinkStats(2, 2, 0, 0, 0));
  }

  @Test
  void failsAsTold() {
    InMemoryLink link = new InMemoryLink(INFO, (frame, length, out) -> 1);
    link.sendingEndsWith(SendResult.DOWN);
    assertThat(link.send(new byte[1], 1)).isEqualTo(SendResult.DOWN);

    link.close();
    assertThat(link.isAlive()).isFalse();
    assertThat(link.send(new byte[1], 1)).isEqualTo(SendResult.GONE);
    link.deliver(new byte[1]);
    assertThat(link.takeSent()).isEmpty();
    assertThat(link.stats()).isEqualTo(new LinkStats(0, 0, 2, 0, 0));
  }

  @Test
  void infoTellsWhatIsUsable() {
    assertThat(INFO.usable()).isTrue();
    assertThat(INFO.sameDevice(INFO)).isTrue();
    assertThat(LinkInfo.absent("eth0").usable()).isFalse();
    assertThat(LinkInfo.absent("eth0").sameDevice(LinkInfo.absent("eth0"))).isFalse();
    LinkInfo noMac =
        new LinkInfo("lo", true, 1, true, true, 0, null, false, false, 65536, List.of());
    assertThat(noMac.canBeOpened()).isFalse();
  }
}
