package dev.starling.speaker.kube.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.model.AddressPool;
import dev.starling.speaker.kube.model.Advertisement;
import dev.starling.speaker.kube.model.Advertisement.Preference;
import dev.starling.speaker.kube.model.KubeEndpoints;
import dev.starling.speaker.kube.model.KubeEndpoints.Endpoint;
import dev.starling.speaker.kube.model.KubeNode;
import dev.starling.speaker.kube.model.KubeService;
import dev.starling.speaker.kube.model.LabelSelector;
import dev.starling.speaker.kube.model.LabelSelector.Requirement;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Snapshot;
import dev.starling.speaker.kube.model.SpeakerPod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotCodecTest {
  private static final String GOLDEN =
      "starling-kube 1 "
          + "cb814a12673ec23ee56ca3d56c062f1ad699dfdc528f9374a98ea48cd8846213 "
          + "56\n{\"services\":[],\"endpointslices\":[],\"nodes\":[],\"pods\":[]}";

  @Test
  void theBytesOfAnEmptyClusterAreFixed() {
    byte[] bytes = SnapshotCodec.encode(empty());

    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(GOLDEN);
  }

  @Test
  void aSnapshotComesBackAsItWas() {
    assertThat(SnapshotCodec.decode(SnapshotCodec.encode(empty())))
        .isEqualTo(new CacheContent.Good(empty()));
    assertThat(SnapshotCodec.decode(SnapshotCodec.encode(whole())))
        .isEqualTo(new CacheContent.Good(whole()));
  }

  @Test
  void noBeginningOfAFileIsTaken() {
    byte[] bytes = SnapshotCodec.encode(whole());
    for (int length = 0; length < bytes.length; length++) {
      assertThat(SnapshotCodec.decode(Arrays.copyOf(bytes, length)))
          .as("%s bytes", length)
          .isInstanceOf(CacheContent.Bad.class);
    }
    assertThat(SnapshotCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
        .isEqualTo(new CacheContent.Bad(CacheFault.WRONG_LENGTH));
  }

  @Test
  void noFlippedBitIsTaken() {
    byte[] bytes = SnapshotCodec.encode(whole());
    for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThat(SnapshotCodec.decode(bytes))
          .as("bit %s", bit)
          .isInstanceOf(CacheContent.Bad.class);
      bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
    }
  }

  @Test
  void eachFaultHasItsName() {
    assertThat(fault("")).isEqualTo(CacheFault.NO_CACHE);
    assertThat(fault("{}")).isEqualTo(CacheFault.NO_CACHE);
    assertThat(fault("starling-kube 2 a b\n")).isEqualTo(CacheFault.OTHER_VERSION);
    assertThat(fault("starling-kube 1 a 3\n{}")).isEqualTo(CacheFault.WRONG_LENGTH);
    assertThat(fault("starling-kube 1 a 2\n{}")).isEqualTo(CacheFault.WRONG_CHECKSUM);
    assertThat(
            fault(
                "starling-kube 1 "
                    + "021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96 1\n{"))
        .isEqualTo(CacheFault.CONTENT);
    assertThat(SnapshotCodec.decode(new byte[SnapshotCodec.BYTES_MAX + 1_000]))
        .isEqualTo(new CacheContent.Bad(CacheFault.TOO_LARGE));
  }

  @Test
  void aSnapshotThatIsTooLargeIsNotWritten() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int whole = SnapshotCodec.encode(whole()).length;
    assertThat(SnapshotCodec.write(whole(), out, whole / 2)).isFalse();
    assertThat(out.size()).isZero();
    assertThat(SnapshotCodec.write(whole(), out, whole + 128)).isTrue();
    assertThat(out.toByteArray()).isEqualTo(SnapshotCodec.encode(whole()));
  }

  private static CacheFault fault(String text) {
    return ((CacheContent.Bad) SnapshotCodec.decode(text.getBytes(StandardCharsets.UTF_8))).fault();
  }

  private static Snapshot empty() {
    return snapshot(null);
  }

  private static Snapshot snapshot(Snapshot.@Nullable MetalLb metalLb) {
    return new Snapshot(new TreeMap<>(), List.of(), new TreeMap<>(), new TreeMap<>(), metalLb);
  }

  private static Snapshot whole() {
    ObjectName web = new ObjectName("shop", "web");
    KubeService service =
        new KubeService(
            web,
            "0a1b",
            "2026-11-30T05:20:31Z",
            "LoadBalancer",
            "starling.dev/l2",
            "Local",
            new TreeMap<>(Map.of("app", "wéb\n\"")),
            new TreeMap<>(Map.of("starling.dev/policy", "unique")),
            List.of("192.0.2.10", ""));
    KubeService plain =
        new KubeService(
            new ObjectName("", "x"),
            "",
            "",
            "LoadBalancer",
            null,
            null,
            new TreeMap<>(),
            new TreeMap<>(),
            List.of());
    KubeNode node =
        new KubeNode(
            "n1",
            new TreeMap<>(Map.of("zone", "a")),
            new TreeMap<>(Map.of("starling.dev/drain", "true")),
            new TreeMap<>(Map.of("Ready", "True")),
            new TreeSet<>(List.of("dedicated")),
            true,
            List.of(new KubeNode.Address("InternalIP", "192.0.2.1")));
    return new Snapshot(
        new TreeMap<>(Map.of(web, service, plain.name(), plain)),
        List.of(
            new KubeEndpoints(
                web, List.of(new Endpoint(null, true, true), new Endpoint("n1", true, true))),
            new KubeEndpoints(web, List.of())),
        new TreeMap<>(Map.of("n1", node)),
        new TreeMap<>(
            Map.of(
                "p1", new SpeakerPod("p1", "n1", "192.0.2.1", List.of("2001:db8::1"), "Running"),
                "p2", new SpeakerPod("p2", null, null, "Pending"))),
        metalLb());
  }

  private static Snapshot.MetalLb metalLb() {
    LabelSelector selector =
        new LabelSelector(
            new TreeMap<>(Map.of("a", "b")),
            List.of(
                new Requirement("zone", "In", List.of("a", "b")),
                new Requirement("x", "Exists", List.of())));
    AddressPool pool =
        new AddressPool("main", new TreeMap<>(), new TreeMap<>(), List.of("192.0.2.0/24"));
    Advertisement ad =
        new Advertisement(
            "ad",
            List.of("main"),
            List.of(selector),
            List.of(selector, selector),
            List.of(selector),
            List.of("eth0"),
            List.of(new Preference(7, selector)));
    return new Snapshot.MetalLb(
        new TreeMap<>(Map.of("main", pool)), new TreeMap<>(Map.of("ad", ad)));
  }
}
