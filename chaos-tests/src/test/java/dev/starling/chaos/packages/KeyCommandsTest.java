package dev.starling.chaos.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every block of the pages that puts a key into a cluster, in a shell, without a cluster. */
final class KeyCommandsTest {
  private static final String OLD = "a-key-of-before\n";
  private static final String NEW = "b-new-key-of-now";
  private static final Path README = PackageFiles.HOME.resolve("README.md");
  private static final Path PAGE = PackageFiles.HOME.resolve("docs/kubernetes.md");
  private static final Path COMMENT =
      PackageFiles.overlay("auto-rotate").resolve("kustomization.yaml");

  @TempDir Path clone;
  private UserShell shell;

  @BeforeEach
  void makeAClone() throws IOException {
    PackageFiles.copyKustomize(clone);
    Files.writeString(key("dev"), OLD);
    Files.deleteIfExists(key("auto-rotate"));
    shell = new UserShell(clone);
    shell.program("bin/image", "exit 0");
    shell.program("stub/kubectl", "echo \"$*\" >>calls; [[ \"$*\" != *'-f -'* ]] || cat >applied");
  }

  /** As where Java is missing, where the disk is full, and where the pipe was cut. */
  @ParameterizedTest
  @ValueSource(strings = {"exit 1", "exit 0", "echo half-a-key; exit 1"})
  void whereNoKeyIsMadeNothingIsApplied(String keygen) throws IOException, InterruptedException {
    for (String block : blocks()) {
      shell.program("bin/starling", keygen);

      run(block);

      assertThat(calls()).as(block).noneMatch(call -> call.contains("apply"));
      assertThat(calls()).as(block).noneMatch(call -> call.contains("secret"));
      assertThat(key("dev")).as(block).hasContent(OLD.strip());
    }
  }

  @Test
  void theKeyGoesByWayOfAFileThatNobodyElseReads() throws IOException, InterruptedException {
    shell.program("bin/starling", "[[ $1 == keygen ]] && echo " + NEW);
    for (String block : blocks()) {
      Files.writeString(key("dev"), OLD);

      run(block);

      List<String> calls = calls();
      assertThat(calls).as(block).anyMatch(call -> call.contains("apply --server-side"));
      assertThat(calls).as(block).noneMatch(call -> call.contains(NEW));
      if (block.contains("overlays/dev")) {
        assertThat(key("dev")).as(block).hasContent(NEW);
        assertThat(Files.getPosixFilePermissions(key("dev")))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
      assertThat(key("auto-rotate")).as(block).doesNotExist();
    }
  }

  @Test
  void theReadmeRotatesAsThePageDoes() throws IOException {
    String rotation = rotation();

    assertThat(rotation).contains("create secret generic memberlist", "--dry-run=client");
    assertThat(Files.readString(README)).contains(rotation);
  }

  @Test
  void whereTheSecretIsMadeByHandItsNamespaceIsThereBefore()
      throws IOException, InterruptedException {
    shell.program("bin/starling", "echo " + NEW);

    run(Blocks.ofComment(COMMENT));

    assertThat(calls())
        .hasSize(2)
        .satisfiesExactly(
            call -> assertThat(call).startsWith("apply --server-side -k "),
            call -> assertThat(call).contains("create secret generic memberlist"));
  }

  /** The block of the page that replaces the key in the Secret. */
  static String rotation() throws IOException {
    return Blocks.of(PAGE, "").stream()
        .filter(block -> block.contains("create secret"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : List.of(README, PAGE)) {
      Blocks.of(page, "").stream()
          .filter(block -> block.contains("keygen") && block.contains("kubectl"))
          .forEach(blocks::add);
    }
    assertThat(blocks).hasSize(3);
    blocks.add(Blocks.ofComment(COMMENT));
    return blocks;
  }

  private void run(String block) throws IOException, InterruptedException {
    Files.deleteIfExists(clone.resolve("calls"));
    Files.createFile(clone.resolve("calls"));
    shell.run(block, clone.resolve("stub").toString(), Map.of());
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(clone.resolve("calls"));
  }

  private Path key(String overlay) {
    return clone.resolve("kustomize/overlays").resolve(overlay).resolve("secretkey");
  }
}
