package dev.starling.speaker;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No parser without a fuzz test. A parser is found by what it does: it calls one of the methods
 * that turn bytes or text into something else. Each class that does so is listed here, with its
 * fuzz test or with the reason why it needs none; one that is not listed, or does so no more,
 * fails. What reads its input by other means than these, character by character say, is not seen.
 */
class ParsersTest {
  /** The calls that make a parser: owner, method and the types of its parameters. */
  private static final Pattern DECODING =
      Pattern.compile(
          String.join(
              "|",
              "java\\.nio\\.ByteBuffer\\.get(Int|Long|Short|Char)?\\(.*",
              "java\\.io\\.DataInput\\.read.*",
              "java\\.lang\\.(Integer|Long|Short|Byte|Double)\\.(parse.*|decode.*)",
              "java\\.lang\\.(Integer|Long|Double)\\.valueOf\\(java\\.lang\\.String.*",
              "java\\.lang\\.String\\.(<init>\\(\\[B.*|split.*)",
              "java\\.nio\\.charset\\.CharsetDecoder\\.decode.*",
              "java\\.util\\.HexFormat\\.(parseHex|from).*",
              "java\\.util\\.Base64\\$Decoder\\.decode.*",
              "java\\.util\\.regex\\.Matcher\\.group.*",
              "java\\.time\\..*\\.parse\\(.*",
              "java\\.net\\.(InetAddress\\.(ofLiteral|getByName)|URI\\.(<init>|create)).*",
              "javax\\.crypto\\.Cipher\\.doFinal.*",
              "com\\.sun\\.net\\.httpserver\\.HttpServer\\.create\\(.*",
              "com\\.fasterxml\\.jackson\\.core\\.JsonFactory\\.createParser.*",
              "org\\.snakeyaml\\..*\\.Parse\\.parse.*",
              "dev\\.starling\\.arpndp\\.wire\\.Octets\\.[ui][0-9]+\\(.*"));

  private static final String ARP_NDP = "dev.starling.arpndp.";
  private static final String MEMBERSHIP = "dev.starling.membership.";
  private static final String SPEAKER = "dev.starling.speaker.";

  private static final Map<String, String> FUZZED =
      Map.ofEntries(
          Map.entry(ARP_NDP + "wire.ArpPacket", "WireFuzzTest"),
          Map.entry(ARP_NDP + "wire.Ethernet", "WireFuzzTest"),
          Map.entry(ARP_NDP + "wire.Icmpv6", "WireFuzzTest"),
          Map.entry(ARP_NDP + "wire.IpAddresses", "WireFuzzTest"),
          Map.entry(ARP_NDP + "wire.MacAddress", "LiteralsFuzzTest"),
          Map.entry(ARP_NDP + "wire.NdpOption", "WireFuzzTest"),
          Map.entry(ARP_NDP + "wire.NeighborAdvertisement", "WireFuzzTest"),
          Map.entry(ARP_NDP + "wire.NeighborSolicitation", "WireFuzzTest"),
          Map.entry(ARP_NDP + "responder.Responder", "ResponderFuzzTest"),
          Map.entry(ARP_NDP + "responder.ReplyFrames", "ResponderFuzzTest"),
          Map.entry(ARP_NDP + "responder.Solicited", "ResponderFuzzTest"),
          Map.entry("dev.starling.election.ServiceIp", "LiteralsFuzzTest"),
          Map.entry(MEMBERSHIP + "KeyFile", "KeyFileFuzzTest"),
          Map.entry(MEMBERSHIP + "jgroups.HelloHeader", "HeadersFuzzTest"),
          Map.entry(MEMBERSHIP + "jgroups.SignalHeader", "HeadersFuzzTest"),
          Map.entry(MEMBERSHIP + "seal.FrameHeader", "FrameFuzzTest"),
          Map.entry(MEMBERSHIP + "seal.Opener", "FrameFuzzTest"),
          Map.entry(SPEAKER + "cli.JsonTree", "StatusFuzzTest"),
          Map.entry(SPEAKER + "config.ConfigFile", "ConfigFileFuzzTest"),
          Map.entry(SPEAKER + "config.Durations", "LiteralsFuzzTest"),
          Map.entry(SPEAKER + "config.Values", "ConfigFileFuzzTest"),
          Map.entry(SPEAKER + "config.YamlTree", "ConfigFileFuzzTest"),
          Map.entry(SPEAKER + "core.PeerMessage", "PeerMessageFuzzTest"),
          Map.entry(SPEAKER + "http.HttpEndpoint", "HttpEndpointFuzzTest"),
          Map.entry(SPEAKER + "kube.inputs.ApiStatus", "InputsFuzzTest"),
          Map.entry(SPEAKER + "kube.inputs.SecretReader", "InputsFuzzTest"),
          Map.entry(SPEAKER + "kube.inputs.SnapshotCodec", "InputsFuzzTest"),
          Map.entry(SPEAKER + "kube.model.AddressRange", "AddressRangeFuzzTest"),
          Map.entry(SPEAKER + "kube.writer.KeySecretReader", "WriterFuzzTest"),
          Map.entry(SPEAKER + "kube.writer.Replies", "WriterFuzzTest"),
          Map.entry(SPEAKER + "kube.writes.KeyRotation", "WriterFuzzTest"),
          Map.entry(SPEAKER + "loop.Gateways", "GatewaysFuzzTest"));

  private static final Map<String, String> NEEDS_NONE =
      Map.ofEntries(
          Map.entry(ARP_NDP + "link.InterfaceFiles", "one number of the kernel's in each file"),
          Map.entry(ARP_NDP + "link.SolicitedNodeGroups", "reads configured addresses"),
          Map.entry(ARP_NDP + "pcap.CaptureFilter", "reads configured addresses"),
          Map.entry(ARP_NDP + "pcap.PcapWarmUp", "reads what it has written"),
          Map.entry(ARP_NDP + "responder.AddressIndex", "reads configured addresses"),
          Map.entry(ARP_NDP + "responder.WitnessProbe", "reads configured addresses"),
          Map.entry(ARP_NDP + "wire.Octets", "a part of the parsers that call it"),
          Map.entry(MEMBERSHIP + "MasterKey", "reads a hash of its own"),
          Map.entry(MEMBERSHIP + "MemberId", "reads a hash of its own"),
          Map.entry(MEMBERSHIP + "seal.Sealer", "writes"),
          Map.entry(SPEAKER + "cli.ConfigText", "hands over to ConfigFile and KeyFile"),
          Map.entry(SPEAKER + "cli.StatusCommand", "what the caller himself has typed"),
          Map.entry(SPEAKER + "config.ConfigReader", "reads the defaults of the settings"),
          Map.entry(SPEAKER + "file.FileSource", "hands over to ConfigFile and KeyFile"),
          Map.entry(SPEAKER + "kube.ApiConnection", "hands over to ApiStatus"),
          Map.entry(SPEAKER + "kube.ApiRequests", "hands over to Replies"),
          Map.entry(SPEAKER + "kube.ChunkStream", "buffers"),
          Map.entry(SPEAKER + "kube.Listing", "hands over to the readers of each kind"),
          Map.entry(SPEAKER + "kube.Reflector", "hands over to the readers of each kind"),
          Map.entry(SPEAKER + "kube.inputs.ApiObject", "holds what the readers have read"),
          Map.entry(SPEAKER + "realtime.RealTime", "the kernel's numbers of threads"));

  /** A seed is read in each build, by people as well. */
  private static final long SEED_BYTES_MAX = 32_768;

  @Test
  void everyParserHasAFuzzTestOrAReason() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.starling");
    SortedSet<String> parsers = new TreeSet<>();
    for (JavaClass each : classes) {
      Stream.concat(
              each.getMethodCallsFromSelf().stream(), each.getConstructorCallsFromSelf().stream())
          .filter(call -> DECODING.matcher(spelled(call)).matches())
          .forEach(_ -> parsers.add(each.getName().replaceAll("\\$.*", "")));
    }
    SortedSet<String> listed = new TreeSet<>(FUZZED.keySet());
    listed.addAll(NEEDS_NONE.keySet());
    assertThat(listed).isEqualTo(parsers);
  }

  @Test
  void everyFuzzTestHasSeedsAndAParser() throws IOException {
    SortedMap<String, Path> fuzzTests = fuzzTests();
    assertThat(fuzzTests.keySet()).isEqualTo(new TreeSet<>(FUZZED.values()));
    for (Path source : fuzzTests.values()) {
      String inputs = source.toString().replace("/java/", "/resources/").replace(".java", "Inputs");
      try (Stream<Path> files = Files.walk(Path.of(inputs))) {
        List<Path> seeds = files.filter(Files::isRegularFile).toList();
        assertThat(seeds).as(inputs).hasSizeGreaterThan(2);
        for (Path seed : seeds) {
          assertThat(Files.size(seed)).as(seed.toString()).isLessThan(SEED_BYTES_MAX);
          String method = Objects.requireNonNull(seed.getParent()).getFileName().toString();
          assertThat(Files.readString(source)).contains("void " + method + "(");
        }
      }
    }
  }

  private static SortedMap<String, Path> fuzzTests() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("l2-speaker"))) {
      root = Objects.requireNonNull(root.getParent(), "not inside of the repository");
    }
    SortedMap<String, Path> fuzzTests = new TreeMap<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            files
                .filter(file -> file.toString().endsWith("FuzzTest.java"))
                .forEach(file -> fuzzTests.put(nameOf(file), file));
          }
        }
      }
    }
    return fuzzTests;
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static String spelled(JavaCall<?> call) {
    String types =
        call.getTarget().getRawParameterTypes().stream()
            .map(JavaClass::getName)
            .collect(Collectors.joining(", ", "(", ")"));
    return call.getTargetOwner().getName() + "." + call.getTarget().getName() + types;
  }
}
