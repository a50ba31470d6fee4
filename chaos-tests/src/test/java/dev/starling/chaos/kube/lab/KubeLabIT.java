package dev.starling.chaos.kube.lab;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.chaos.Bounds;
import dev.starling.chaos.Needs;
import dev.starling.chaos.kube.KubeEvidence;
import dev.starling.chaos.kube.KubeNeeds;
import dev.starling.chaos.kube.SpeakerImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What a user of Kubernetes does with Starling, on real parts: the image, the overlay, a Service, a
 * node without power, a new key. The bounds are three times what was measured.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubeLabIT {
  /** With kubectl's own start in it; measured 330. */
  private static final double ASSIGNED_LIMIT_MILLIS = 1_000;

  /** A node boots, its Pods start, its speaker joins and settles; measured 5,300. */
  private static final double HOME_LIMIT_MILLIS = 20_000;

  /** With kubectl's own start in it; measured 550. */
  private static final double ROTATION_LIMIT_MILLIS = 2_000;

  private @Nullable KubeLab started;

  @RegisterExtension
  final KubeEvidence evidence =
      new KubeEvidence(() -> started == null ? null : started.cluster().plane());

  private KubeLab lab;
  private List<KubeFigures.Assigned> assigned;

  @BeforeAll
  void install() throws IOException, InterruptedException {
    KubeNeeds.assumeNodes();
    SpeakerImage.assumeMade();
    lab = KubeLab.start(KubeLabSetup.find(Needs.home()));
    started = lab;
    lab.install();
    lab.deployEcho();
    assigned = lab.assign();
    lab.awaitSteadyAnew();
  }

  @AfterAll
  void leavesNothingBehind() throws IOException {
    if (started == null) {
      return;
    }
    Path folder = started.cluster().plane().kubeconfig().getParent();
    started.close();
    assertThat(folder).doesNotExist();
    try (Stream<Path> namespaces = Files.list(Path.of("/run/netns"))) {
      assertThat(namespaces.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("kub" + ProcessHandle.current().pid()));
    }
  }

  @Test
  void aServiceThatGetsItsIpsIsAnsweredInBothFamilies() {
    assertThat(assigned)
        .allSatisfy(
            each -> {
              assertThat(each.owner()).isIn(lab.plan().nodes());
              assertThat(each.firstFrame()).isLessThan(ASSIGNED_LIMIT_MILLIS);
            });
  }

  @Test
  void aNodeWithoutPowerLosesItsIpsAndTakesThemBackWithIt() {
    KubeFigures.Outage outage = new PowerCut(lab).run();

    assertThat(outage.takeovers())
        .allSatisfy(
            each -> {
              assertThat(each.newOwner()).isEqualTo(lab.plan().nextOwner());
              assertThat(each.firstFrame()).isLessThan(Bounds.SILENCE_MILLIS);
              assertThat(each.firstReply()).isLessThan(requireNonNull(each.firstFrame()) + 3 * 15);
              assertThat(each.home()).isLessThan(HOME_LIMIT_MILLIS);
            });
    assertThat(outage.log()).anyMatch(line -> line.contains(" failover from " + outage.victim()));
    // Connections to the dead endpoint fail for as long as the control plane trusts its node.
    KubeFigures.Balanced balanced = outage.balanced();
    assertThat(balanced.moved()).isLessThan(2 * Bounds.SILENCE_MILLIS);
    assertThat(balanced.failed()).isBetween(1, balanced.connections() - 1);
    assertThat(requireNonNull(balanced.lastFailed()) - requireNonNull(balanced.notReady()))
        .isLessThan(6_000);
  }

  @Test
  void aNewKeyInTheSecretDisturbsNobody() {
    KubeFigures.Rotation rotation = new KeyChange(lab).run();

    assertThat(rotation.to()).isNotEqualTo(rotation.from());
    assertThat(rotation.millis()).isLessThan(ROTATION_LIMIT_MILLIS);
    assertThat(rotation.views()).isZero();
    assertThat(rotation.lostProbes()).containsOnly(0);
  }
}
