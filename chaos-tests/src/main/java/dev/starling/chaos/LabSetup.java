package dev.starling.chaos;

import dev.starling.chaos.nodes.SpeakerSettings;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * What a lab is made of.
 *
 * @param nodes how many, 2 to 100
 * @param home the project's folder
 * @param launcher the program that is started as {@code launcher speaker --config FILE}
 * @param settings what the speakers are told, given the standard settings
 * @param networkBehind whether each node has a second card on a network without service IPs
 * @param asked whether an observer asks all the time who has the service IPs
 */
public record LabSetup(
    int nodes,
    Path home,
    Path launcher,
    UnaryOperator<SpeakerSettings> settings,
    boolean networkBehind,
    boolean asked) {
  /** One network, the standard settings, the project's own speaker, and nobody who asks. */
  public static LabSetup of(int nodes, Path home) {
    return new LabSetup(
        nodes, home, home.resolve("bin/starling"), UnaryOperator.identity(), false, false);
  }

  /** The same with another speaker. */
  public LabSetup withLauncher(Path other) {
    return new LabSetup(nodes, home, other, settings, networkBehind, asked);
  }

  /** The same with the settings changed. */
  public LabSetup with(UnaryOperator<SpeakerSettings> change) {
    return new LabSetup(
        nodes,
        home,
        launcher,
        standard -> change.apply(settings.apply(standard)),
        networkBehind,
        asked);
  }

  /** The same with a second network, without service IPs. */
  public LabSetup withNetworkBehind() {
    return new LabSetup(nodes, home, launcher, settings, true, asked);
  }

  /** The same with an observer who asks. */
  public LabSetup withObserver() {
    return new LabSetup(nodes, home, launcher, settings, networkBehind, true);
  }
}
