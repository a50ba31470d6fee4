package dev.starling.chaos.packages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files that a user of Kubernetes applies, as they are in the source tree. */
final class PackageFiles {
  /** The project's folder. */
  static final Path HOME =
      Path.of(System.getProperty("starling.home", "..")).toAbsolutePath().normalize();

  /** What everything else is made from. */
  static final Path BASE = HOME.resolve("kustomize/base");

  /** The names of what a user builds. */
  static final List<String> OVERLAYS =
      List.of("auto-rotate", "beside-metallb-controller", "dev", "monitoring");

  private static final ObjectMapper JSON = new ObjectMapper();

  private PackageFiles() {}

  /** The folder of an overlay. */
  static Path overlay(String name) {
    return HOME.resolve("kustomize/overlays").resolve(name);
  }

  /** Every YAML file below {@code kustomize/} and {@code manifests/}. */
  static List<Path> all() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String folder : List.of("kustomize", "manifests")) {
      try (Stream<Path> files = Files.walk(HOME.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(found::add);
      }
    }
    return found;
  }

  /** The documents of a file. */
  static List<JsonNode> documents(Path file) throws IOException {
    return documents(Files.readString(file));
  }

  /** The documents of a text. */
  static List<JsonNode> documents(String yaml) {
    List<JsonNode> found = new ArrayList<>();
    for (Object each : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
      found.add(JSON.valueToTree(each));
    }
    return found;
  }

  /** The only object of that kind; a fault of the test if there is none, or more. */
  static JsonNode only(List<JsonNode> objects, String kind) {
    List<JsonNode> found =
        objects.stream().filter(each -> each.path("kind").asText().equals(kind)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " objects of kind " + kind);
    }
    return found.getFirst();
  }

  /** The texts of a list. */
  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** The ports of a container by name, each the container's and the host's. */
  static SortedMap<String, String> ports(JsonNode container) {
    SortedMap<String, String> ports = new TreeMap<>();
    for (JsonNode port : container.path("ports")) {
      String both = port.path("containerPort").asText() + " " + port.path("hostPort").asText();
      ports.put(port.path("name").asText(), both);
    }
    return ports;
  }

  /** Copies {@code kustomize/} into a folder, to be written to. */
  static void copyKustomize(Path folder) throws IOException {
    Path from = HOME.resolve("kustomize");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = folder.resolve("kustomize").resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
