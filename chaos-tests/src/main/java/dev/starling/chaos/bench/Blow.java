package dev.starling.chaos.bench;

import dev.starling.chaos.netns.Command;
import dev.starling.chaos.netns.Network;
import dev.starling.chaos.netns.Posix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One fault, prepared so that it strikes at once, and its undoing. */
final class Blow implements AutoCloseable {
  private final Bed bed;
  private final BenchFault fault;
  private final String victim;
  private final List<Long> processIds;
  private final @Nullable Command command;

  /** Prepares {@code fault} for the node {@code victim}. */
  Blow(Bed bed, BenchFault fault, String victim) {
    this.bed = bed;
    this.fault = fault;
    this.victim = victim;
    this.processIds =
        fault == BenchFault.RETURN ? List.of() : bed.installation().processIds(victim);
    this.command =
        switch (fault) {
          case POWEROFF, CUT -> bed.network().armPorts();
          case ONEWAY -> bed.network().armRules();
          case KILL, FREEZE, SIGTERM, RETURN -> null;
        };
  }

  /** Lets the fault happen and returns the moment before. */
  long strike() {
    return switch (fault) {
      case KILL -> signalAll(Posix.SIGKILL);
      case FREEZE -> signalAll(Posix.SIGSTOP);
      case CUT -> fire(Network.cut(victim));
      case ONEWAY -> fire(Network.mute(victim));
      case POWEROFF -> {
        // The cable first: a kernel without power sends no word about its closed ports.
        long nanos = fire(Network.cut(victim));
        signalAll(Posix.SIGKILL);
        yield nanos;
      }
      case SIGTERM -> bed.installation().signalMain(victim, Posix.SIGTERM);
      case RETURN -> {
        bed.installation().awaitEnd(victim, processIds);
        yield bed.installation().start(victim);
      }
    };
  }

  /** Undoes the fault and returns the moment before; a planned end is undone by the return. */
  long mend() {
    return switch (fault) {
      case KILL -> {
        bed.installation().awaitEnd(victim, processIds);
        yield bed.installation().start(victim);
      }
      case POWEROFF -> {
        bed.installation().awaitEnd(victim, processIds);
        bed.installation().site(victim).prepare();
        long nanos = bed.network().heal();
        bed.installation().start(victim);
        yield nanos;
      }
      case CUT, ONEWAY -> bed.network().heal();
      case FREEZE -> signalAll(Posix.SIGCONT);
      case SIGTERM, RETURN -> System.nanoTime();
    };
  }

  @Override
  public void close() {
    if (command != null) {
      command.close();
    }
  }

  private long signalAll(int signal) {
    long nanos = System.nanoTime();
    processIds.forEach(pid -> Posix.signal(pid, signal));
    return nanos;
  }

  private long fire(String input) {
    if (command == null) {
      throw new IllegalStateException(fault + " was not armed");
    }
    long nanos = command.fire(input);
    command.finish();
    return nanos;
  }
}
