package dev.starling.chaos;

import dev.starling.chaos.measure.Fault;
import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.netns.Posix;
import dev.starling.chaos.nodes.Speaker;
import dev.starling.chaos.nodes.SpeakerFiles;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One fault, prepared so that it strikes at once, and its undoing. */
final class Injector implements AutoCloseable {
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(8);

  private final Lab lab;
  private final Fault fault;
  private final String victim;
  private final @Nullable Command command;

  /** Prepares {@code fault} for the node {@code victim}. */
  Injector(Lab lab, Fault fault, String victim) {
    this.lab = lab;
    this.fault = fault;
    this.victim = victim;
    this.command =
        switch (fault) {
          case CUT -> lab.network().armPorts();
          case ONEWAY, SPLIT -> lab.network().armRules();
          case KILL, FREEZE, DRAIN, RESTART, NONE -> null;
        };
  }

  /** Lets the fault happen and returns the moment before. */
  long strike() {
    return switch (fault) {
      case KILL -> speaker().end(Posix.SIGKILL);
      case FREEZE -> speaker().signal(Posix.SIGSTOP);
      case RESTART -> speaker().end(Posix.SIGTERM);
      case DRAIN -> drain(true);
      case CUT -> fire(Network.cut(victim));
      case ONEWAY -> fire(Network.mute(victim));
      case SPLIT -> fire(Network.island(minority(lab.plan())));
      case NONE -> System.nanoTime();
    };
  }

  /** Undoes the fault and returns the moment before. */
  long mend() {
    LongSupplier mending =
        switch (fault) {
          case KILL, RESTART ->
              () -> {
                speaker().awaitEnd(EXIT_LIMIT);
                speaker().startAgain();
                return speaker().startedNanos();
              };
          case FREEZE -> () -> speaker().signal(Posix.SIGCONT);
          case DRAIN -> () -> drain(false);
          case CUT, ONEWAY, SPLIT -> lab.network()::heal;
          case NONE -> System::nanoTime;
        };
    return mending.getAsLong();
  }

  @Override
  public void close() {
    if (command != null) {
      command.close();
    }
  }

  private Speaker speaker() {
    return lab.speaker(victim);
  }

  private long drain(boolean drain) {
    SpeakerFiles files = lab.files();
    files.configure(victim, files.settings(victim).withDrain(drain));
    return speaker().signal(Posix.SIGHUP);
  }

  private long fire(String input) {
    if (command == null) {
      throw new IllegalStateException(fault + " was not armed");
    }
    long nanos = command.fire(input);
    command.finish();
    return nanos;
  }

  /**
   * The first owner and as many others as leave the majority to the other side; the next owner is
   * not one of them, so that it is the same for both families.
   */
  static List<String> minority(Plan plan) {
    List<String> order = Plan.order(plan.nodes(), plan.ipv4());
    int size = (order.size() - 1) / 2;
    return Stream.concat(Stream.of(plan.firstOwner()), order.reversed().stream().limit(size - 1))
        .toList();
  }
}
