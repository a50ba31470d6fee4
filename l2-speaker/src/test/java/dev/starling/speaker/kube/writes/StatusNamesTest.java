package dev.starling.speaker.kube.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.ObjectName;
import org.junit.jupiter.api.Test;

class StatusNamesTest {
  private static final String LONG = "n".repeat(200) + ".example.org";

  @Test
  void theNameIsTheSameInEveryRelease() {
    assertThat(StatusNames.name(new ObjectName("default", "web"), "n1"))
        .isEqualTo("l2-12c87f860c9ca4083137");
  }

  @Test
  void eachNodeHasAnObjectOfItsOwn() {
    ObjectName service = new ObjectName("default", "web");
    assertThat(StatusNames.name(service, "n1")).isNotEqualTo(StatusNames.name(service, "n2"));
  }

  @Test
  void namespaceAndNameDoNotMix() {
    assertThat(StatusNames.name(new ObjectName("a", "b-c"), "n1"))
        .isNotEqualTo(StatusNames.name(new ObjectName("a-b", "c"), "n1"));
  }

  @Test
  void aLabelThatFitsStays() {
    String fits = "s".repeat(63);
    assertThat(StatusNames.label(fits)).isEqualTo(fits);
  }

  @Test
  void aLabelThatIsTooLongIsShortenedToOneThatTellsItApart() {
    assertThat(StatusNames.label(LONG)).hasSize(63).matches("n{52}-[0-9a-f]{10}");
    assertThat(StatusNames.label(LONG)).isNotEqualTo(StatusNames.label(LONG + "x"));
  }

  @Test
  void anObjectIsKnownAsOursByItsLabelsAlone() {
    SeenStatus seen =
        new StatusContent(World.service("web"), LONG, World.names("eth0"), null).asSeen("u", "1");
    assertThat(seen.isOurs()).isTrue();
  }
}
