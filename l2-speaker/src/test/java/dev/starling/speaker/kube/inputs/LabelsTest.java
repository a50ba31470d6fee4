package dev.starling.speaker.kube.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabelsTest {
  private static final List<ObjectReader<?>> READERS =
      List.of(
          new ServiceReader(_ -> false), new NodeReader(_ -> false), new PoolReader(_ -> false));

  @Test
  void anObjectWithTooManyLabelsIsLeftOut() {
    for (ObjectReader<?> reader : READERS) {
      assertThat(read(reader, "LoadBalancer", 1_000).fault()).isNull();
      assertThat(read(reader, "LoadBalancer", 1_000).kept()).isNotNull();
      ApiObject<?> over = read(reader, "LoadBalancer", 1_001);
      assertThat(over.fault()).isEqualTo(ReadFault.TOO_MANY_LABELS);
      assertThat(over.kept()).isNull();
      assertThat(over.name().name()).isEqualTo("a");
      assertThat(over.version()).isEqualTo("7");
    }
    assertThat(read(new ServiceReader(_ -> false), "ClusterIP", 1_001).fault()).isNull();
  }

  @Test
  void theMoreLabelsTheMoreBytes() {
    for (ObjectReader<?> reader : READERS) {
      long one = read(reader, "LoadBalancer", 1).bytes();
      long many = read(reader, "LoadBalancer", 900).bytes();
      assertThat(many - one).isBetween(899 * 40L, 899 * 300L);
    }
  }

  @Test
  void aNameAsLongAsAnObjectMayBeIsRead() {
    String name = "x".repeat(1_500_000);
    assertThat(
            Reading.kept(
                new PodReader(),
                Reading.quoted("{'metadata':{'managedFields':{'" + name + "':{}},'name':'p'}}")))
        .isNotNull();
  }

  private static ApiObject<?> read(ObjectReader<?> reader, String type, int labels) {
    String all =
        IntStream.range(0, labels)
            .mapToObj(i -> "'k" + i + "':'v" + i + "'")
            .collect(Collectors.joining(","));
    String text =
        "{'metadata':{'labels':{" + all + "},'name':'a','resourceVersion':'7'},'spec':{'type':'";
    return Objects.requireNonNull(
        Reading.object(reader, Reading.quoted(text + type + "','addresses':[]}}")));
  }
}
