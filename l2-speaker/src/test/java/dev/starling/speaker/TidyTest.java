package dev.starling.speaker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The sizes and words that the house keeps, over the sources of every module. */
class TidyTest {
  private static final int METHOD_LINES_MAX = 60;
  private static final int FILE_LINES_MAX = 400;
  private static final int LINE_LENGTH_MAX = 100;

  /** What is not written, and what is written instead. */
  private static final Map<String, String> BANNED =
      Map.of(
          "\\b(TODO|FIXME|XXX)\\b", "do it, or file an issue",
          "\\.printStackTrace\\(\\)", "log it, or let it go on",
          "\\bThread\\.onSpinWait\\(", "wait for the event itself",
          "\\bfinalize\\(\\)", "close it");

  /** What is not written in tests, beyond that. */
  private static final Map<String, String> BANNED_IN_TESTS =
      Map.of(
          "\\bThread\\.sleep\\(", "pass time in, or use Awaitility in an IT",
          "\\bmock\\(|org\\.mockito", "write a small double with a test of its own",
          "@Disabled", "mend it or delete it");

  @Test
  void linesFilesAndWordsKeepToTheHouseRules() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : sources()) {
      String text = Files.readString(file);
      List<String> lines = text.lines().toList();
      if (lines.size() > FILE_LINES_MAX) {
        faults.add(file + " has " + lines.size() + " lines; split it");
      }
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).length() > LINE_LENGTH_MAX && !isQuotation(lines, i)) {
          faults.add(file + ":" + (i + 1) + " is longer than " + LINE_LENGTH_MAX);
        }
      }
      if (!file.endsWith("TidyTest.java")) {
        addBanned(file, text, BANNED, faults);
        if (file.toString().contains("/src/test/")) {
          addBanned(file, text, BANNED_IN_TESTS, faults);
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void methodsAreShort() throws IOException {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    List<String> faults = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  files,
                  diagnostic -> {},
                  List.of("-proc:none"),
                  null,
                  files.getJavaFileObjectsFromPaths(sources()));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new MethodLengths(unit, positions, faults).scan(unit, null);
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    List<Path> undescribed =
        sources().stream()
            .filter(file -> file.toString().contains("/src/main/"))
            .map(Path::getParent)
            .distinct()
            .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
            .toList();
    assertThat(undescribed).isEmpty();
  }

  /** What is imported or quoted is as long as it is: the formatter breaks neither. */
  private static boolean isQuotation(List<String> lines, int index) {
    String line = lines.get(index).strip();
    if (line.startsWith("import ") || line.startsWith("\"") || line.startsWith("+ \"")) {
      return true;
    }
    long quotes = lines.stream().limit(index).filter(l -> l.contains("\"\"\"")).count();
    return quotes % 2 == 1;
  }

  private static void addBanned(
      Path file, String text, Map<String, String> banned, List<String> faults) {
    banned.forEach(
        (pattern, instead) -> {
          if (Pattern.compile(pattern).matcher(text).find()) {
            faults.add(file + " has " + pattern + "; " + instead);
          }
        });
  }

  private static List<Path> sources() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("l2-speaker"))) {
      root = Objects.requireNonNull(root.getParent(), "not inside of the repository");
    }
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path folder : modules.map(module -> module.resolve("src")).sorted().toList()) {
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(100);
    return sources;
  }

  private static final class MethodLengths extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> faults;

    private MethodLengths(
        CompilationUnitTree unit, SourcePositions positions, List<String> faults) {
      this.unit = unit;
      this.positions = positions;
      this.faults = faults;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      if (method.getBody() != null) {
        LineMap map = unit.getLineMap();
        long first = map.getLineNumber(positions.getStartPosition(unit, method.getBody()));
        long last = map.getLineNumber(positions.getEndPosition(unit, method.getBody()));
        if (last - first + 1 > METHOD_LINES_MAX) {
          faults.add(
              unit.getSourceFile().getName()
                  + ":"
                  + first
                  + " "
                  + method.getName()
                  + " has "
                  + (last - first + 1)
                  + " lines");
        }
      }
      return super.visitMethod(method, null);
    }
  }
}
