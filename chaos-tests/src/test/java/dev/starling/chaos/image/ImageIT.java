package dev.starling.chaos.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.starling.chaos.Needs;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.LabException;
import dev.starling.chaos.netns.Patience;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.nodes.SpeakerLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What bin/image makes: built twice, the second time without the AOT cache. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImageIT {
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(8);
  private static final long UNPACKED_BYTES_GOAL = 120_000_000;
  private static final long PACKED_BYTES_GOAL = 60_000_000;
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  /** A line of /proc/PID/status: bit 13 is NET_RAW, bit 18 SYS_CHROOT. */
  private static final String CAPABILITIES = "CapEff:\t0000000000042000";

  private Path home;
  private OciImage image;
  private OciImage withoutCache;
  private Path root;

  @BeforeAll
  void buildTwice(@TempDir Path folder) throws IOException, InterruptedException {
    home = Needs.namespaces();
    for (String program : List.of("apt-get", "dpkg-deb", "strip", "setpriv")) {
      Needs.need(isThere(program), program + " is missing");
    }
    Needs.need(
        Files.exists(home.resolve("l2-speaker/target/bom.json")),
        "the list of the jars is missing: Maven makes it in l2-speaker when it is not offline");
    image = OciImage.open(build(folder.resolve("image.tar")), folder.resolve("layout"));
    withoutCache =
        OciImage.open(build(folder.resolve("bare.tar"), "--no-aot"), folder.resolve("bare"));
    root = folder.resolve("root");
    image.unpack(root);
  }

  @Test
  void aSpeakerOfItAnswersWithNothingButNetRaw(@TempDir Path settings)
      throws IOException, InterruptedException {
    Box box = new Box(image, root, settings);
    Path key = settings.resolve("key");
    assertThat(box.start(List.of("keygen"), List.of(), key).waitFor()).isZero();
    Files.writeString(
        settings.resolve("starling.yaml"),
        """
        node: n1
        bind: 127.0.0.1
        keyFile: /etc/starling/key
        oneNodeCluster: true
        services:
          - {name: web, ips: [192.0.2.1, '2001:db8::1'], interfaces: [service]}
        """);
    Path printed = settings.resolve("log");
    List<String> arguments = new ArrayList<>(image.texts("Cmd"));
    arguments.addAll(List.of("--log-format", "json"));
    // Read after all options: with this word the JVM does not start without the cache.
    Process process = box.start(arguments, List.of("_JAVA_OPTIONS=-XX:AOTMode=on"), printed);
    try {
      SpeakerLog log = new SpeakerLog(printed);
      awaitEvent(log, event -> event.name().equals("claimed") && has(event, "ip", "192.0.2.1"));
      awaitEvent(log, event -> event.name().equals("claimed") && has(event, "ip", "2001:db8::1"));
      awaitEvent(log, event -> event.name().equals("state-changed") && has(event, "to", "ACTIVE"));
      ProcessHandle speaker = process.descendants().findFirst().orElseThrow();
      assertThat(Path.of("/proc", String.valueOf(speaker.pid()), "status"))
          .content(UTF_8)
          .contains(CAPABILITIES, "NoNewPrivs:\t1");
      assertThat(page(speaker, "metrics")).contains("starling_service_ips 2.0");

      speaker.destroy();

      assertThat(process.waitFor(END_LIMIT)).isTrue();
      assertThat(log.lastLines()).contains("ended");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void itsLayersAreWithinTheGoals() throws IOException {
    assertThat(image.unpackedBytes()).isLessThanOrEqualTo(UNPACKED_BYTES_GOAL);
    assertThat(image.packedBytes()).isLessThanOrEqualTo(PACKED_BYTES_GOAL);
  }

  @Test
  void twoBuildsAreAlikeButForTheCache() {
    assertThat(withoutCache.layerIds()).hasSize(2);
    assertThat(image.layerIds()).hasSize(3).containsAll(withoutCache.layerIds());
    assertThat(image.layers().stream().map(Path::getFileName))
        .containsAll(withoutCache.layers().stream().map(Path::getFileName).toList());
  }

  @Test
  void nothingInItCanBeRunButJava() throws IOException {
    Set<String> programs = new TreeSet<>();
    for (Path file : files()) {
      if (Files.isExecutable(file) && !file.getFileName().toString().contains(".so")) {
        programs.add(root.relativize(file).toString());
      }
    }
    assertThat(programs).containsExactly("opt/java/bin/java", "opt/java/lib/jspawnhelper");
  }

  @Test
  void nobodyButRootMayWriteToIt() throws IOException {
    for (Path file : files()) {
      assertThat(Files.getPosixFilePermissions(file))
          .as(file.toString())
          .contains(PosixFilePermission.OTHERS_READ)
          .doesNotContain(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
      assertThat((int) Files.getAttribute(file, "unix:mode") & 07000).as(file.toString()).isZero();
      assertThat(Files.getAttribute(file, "unix:uid")).as(file.toString()).isEqualTo(0);
    }
  }

  @Test
  void itListsWhatItIsMadeOf() throws IOException {
    JsonNode bom = new ObjectMapper().readTree(root.resolve("opt/starling/sbom.cdx.json").toFile());
    assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
    Set<String> parts = new TreeSet<>();
    parts.add(fileOf(bom.path("metadata").path("component")));
    bom.path("components").forEach(part -> parts.add(fileOf(part)));

    for (String folder : List.of("opt/starling/lib", "var/lib/dpkg/status.d")) {
      try (Stream<Path> files = Files.list(root.resolve(folder))) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString().replace("-bouncycastle.jar", ".jar");
          assertThat(parts).anyMatch(part -> part.equals(name) || part.startsWith(name + "-"));
        }
      }
    }
    assertThat(parts).anyMatch(part -> part.startsWith("openjdk-25"));
    assertThat(parts).anyMatch(part -> part.startsWith("libpcap0.8"));
  }

  @Test
  void containerdFindsItUnderItsFullName() {
    assertThat(image.descriptor().path("annotations").path("io.containerd.image.name").asText())
        .isEqualTo("localhost/starling:dev");
    assertThat(image.descriptor().path("platform").path("os").asText()).isEqualTo("linux");
  }

  /** Everything that is no link and no folder. */
  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }

  private Path build(Path output, String... options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(home.resolve("bin/image").toString(), "--no-build"));
    words.addAll(List.of("--output", output.toString()));
    words.addAll(List.of(options));
    Path printed = output.resolveSibling(output.getFileName() + ".log");
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      assertThat(process.waitFor(BUILD_LIMIT)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
    } finally {
      process.destroyForcibly();
    }
    return output;
  }

  private static boolean isThere(String program) {
    try {
      Command.run(List.of("which", program));
      return true;
    } catch (LabException e) {
      return false;
    }
  }

  private static void awaitEvent(SpeakerLog log, Predicate<LogEvent> wanted) {
    Patience.await(
        "an event of the speaker",
        START_LIMIT,
        () -> log.eventsSince(0).stream().anyMatch(wanted),
        log::lastLines);
  }

  private static String page(ProcessHandle speaker, String name) {
    String ask =
        "exec 3<>/dev/tcp/127.0.0.1/7473;" + " echo -e \"GET /$0 HTTP/1.0\\r\\n\\r\" >&3; cat <&3";
    String pid = Long.toString(speaker.pid());
    return Command.run(List.of("nsenter", "--net", "--target", pid, "bash", "-c", ask, name));
  }

  private static boolean has(LogEvent event, String field, String value) {
    return event.fields().path(field).asText().equals(value);
  }

  /** The name of a jar that a component of the list may be, or of a package with its version. */
  private static String fileOf(JsonNode component) {
    String name = component.path("name").asText() + "-" + component.path("version").asText();
    return component.path("purl").asText().startsWith("pkg:maven/") ? name + ".jar" : name;
  }
}
