package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.writer.KubeWriter;
import dev.starling.speaker.kube.writer.RandomKey;
import dev.starling.speaker.kube.writer.WriteExchange;
import dev.starling.speaker.kube.writer.WriterPlace;
import dev.starling.speaker.kube.writes.WriterRules;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusSinkTest {
  private final StatusSink sink =
      new StatusSink(
          new KubeWriter(
              new WriterRules("n1", true, false, null),
              new WriteExchange(
                  "n1",
                  new WriterPlace("here", "memberlist", "secretkey"),
                  _ -> {
                    throw new IOException("nobody is there");
                  },
                  InstantSource.system(),
                  new RandomKey()),
              _ -> {}));

  @Test
  void aListThatIsBelievedThoughItIsOlderIsNotDoubtedAgain() {
    sink.replaced(List.of(), "90");
    assertThat(sink.doubt(new ObjectList<>(List.of(), "12", ""))).contains("older");
    sink.replaced(List.of(), "12");
    assertThat(sink.doubt(new ObjectList<>(List.of(), "13", ""))).isNull();
    assertThat(sink.doubt(new ObjectList<>(List.of(), "11", ""))).contains("older");
  }
}
