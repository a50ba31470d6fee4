package dev.starling.chaos.netns;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A named network namespace, as {@code ip netns} makes it: one machine of the lab. */
public record Namespace(String name) {
  private static final long LIMIT_SECONDS = 20;

  /** Words to put before a program's own to run it here; keeps the process id. */
  public List<String> command(List<String> words) {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
    all.addAll(words);
    return all;
  }

  /** Runs lines of {@code ip -batch} here. */
  public void ip(String lines) {
    Command.run(List.of("ip", "-netns", name, "-batch", "-"), lines);
  }

  /**
   * Runs {@code body} on a thread of its own inside this namespace and waits for it. A socket
   * opened there stays there, whichever thread uses it later.
   */
  public <T> T call(Callable<T> body) {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              Posix.enterNetwork(file());
              return body.call();
            });
    Thread.ofPlatform().name(name + "-call").daemon().start(task);
    try {
      return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new LabException("in namespace " + name, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new LabException(
          String.format(Locale.ROOT, "no end after %d s in namespace %s", LIMIT_SECONDS, name), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted in namespace " + name);
    }
  }

  /** Starts a daemon thread that runs {@code body} inside this namespace. */
  public Thread start(String purpose, Runnable body) {
    return Thread.ofPlatform()
        .name(name + "-" + purpose)
        .daemon()
        .start(
            () -> {
              Posix.enterNetwork(file());
              body.run();
            });
  }

  private Path file() {
    return Path.of("/run/netns", name);
  }
}
