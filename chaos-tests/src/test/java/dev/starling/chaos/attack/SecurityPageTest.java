package dev.starling.chaos.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each line of docs/security.md that names a test names one that there is. */
final class SecurityPageTest {
  private static final Path HOME =
      Path.of(System.getProperty("starling.home", "..")).toAbsolutePath().normalize();
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
  private static final int ROWS_MIN = 25;

  @Test
  void everyTestThatThePageNamesExists() throws IOException {
    String page = Files.readString(HOME.resolve("docs/security.md"));
    List<MatchResult> named = NAMED.matcher(page).results().toList();

    assertThat(named).hasSizeGreaterThan(ROWS_MIN);
    SortedMap<String, Path> classes = testClasses();
    for (MatchResult each : named) {
      assertThat(classes).containsKey(each.group(1) + ".java");
      String source = Files.readString(classes.get(each.group(1) + ".java"));
      assertThat(Pattern.compile("void " + each.group(2) + "\\(").matcher(source).find())
          .as("%s has a test %s", each.group(1), each.group(2))
          .isTrue();
    }
  }

  @Test
  void everyRowOfItsTablesNamesATestOrSaysThatThereIsNone() throws IOException {
    List<String> rows =
        Files.readAllLines(HOME.resolve("docs/security.md")).stream()
            .filter(line -> line.startsWith("| "))
            .filter(line -> !line.startsWith("| An attacker"))
            .toList();

    assertThat(rows).hasSizeGreaterThan(ROWS_MIN);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(NAMED.matcher(row).find() || row.endsWith("| by design |"))
                    .as("a test in: %s", row)
                    .isTrue());
  }

  /** The files of all modules' tests, by the name of their class. */
  private static SortedMap<String, Path> testClasses() throws IOException {
    SortedMap<String, Path> found = new TreeMap<>();
    try (Stream<Path> modules = Files.list(HOME)) {
      for (Path tests : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            files.forEach(file -> found.put(file.getFileName().toString(), file));
          }
        }
      }
    }
    return found;
  }
}
