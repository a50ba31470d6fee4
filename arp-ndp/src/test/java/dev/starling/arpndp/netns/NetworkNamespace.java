package dev.starling.arpndp.netns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network namespace that a test has made. Code runs in it on a thread of its own: sockets stay in
 * the namespace in which they were opened, also when other threads use them.
 */
@SuppressWarnings("restricted") // setns has no Java form.
public final class NetworkNamespace implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final int CLONE_NEWNET = 0x4000_0000;
  private static final MethodHandle OPEN = function("open", ValueLayout.ADDRESS);
  private static final MethodHandle SETNS = function("setns", ValueLayout.JAVA_INT);
  private static final MethodHandle CLOSE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("close"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private final String name;
  private final Thread remover = new Thread(() -> remove());
  private final List<Path> mounts = new ArrayList<>();

  private NetworkNamespace(String name) {
    this.name = name;
  }

  private static MethodHandle function(String name, ValueLayout first) {
    return Linker.nativeLinker()
        .downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow(name),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, first, ValueLayout.JAVA_INT));
  }

  /** A new namespace; gone again at the latest when the JVM ends in an orderly way. */
  public static NetworkNamespace create() {
    String name = "arpndp" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    run("ip", "netns", "add", name);
    NetworkNamespace namespace = new NetworkNamespace(name);
    Runtime.getRuntime().addShutdownHook(namespace.remover);
    return namespace;
  }

  /** Its name for the {@code ip} command. */
  public String name() {
    return name;
  }

  /** Runs {@code ip} on this namespace. */
  public void ip(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip", "-n", name));
    command.addAll(List.of(arguments));
    run(command.toArray(String[]::new));
  }

  /** Runs a program in this namespace and returns what it prints. */
  public String exec(String... command) {
    List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
    whole.addAll(List.of(command));
    return run(whole.toArray(String[]::new));
  }

  /** A pair of interfaces, both up, one end here and one in {@code other}. */
  public void connect(String here, NetworkNamespace other, String there) {
    ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", other.name);
    ip("link", "set", here, "up");
    other.ip("link", "set", there, "up");
  }

  /** The kernel's number of an interface here. */
  public int index(String link) {
    String text = exec("cat", "/sys/class/net/" + link + "/ifindex");
    return Integer.parseInt(text.strip());
  }

  /** This namespace's /sys/class/net, for readers outside of it. */
  public Path mountSysfs() {
    try {
      Path directory = Files.createTempDirectory("arpndp-sysfs");
      run(
          "nsenter",
          "--net=/run/netns/" + name,
          "mount",
          "-t",
          "sysfs",
          "sysfs",
          directory.toString());
      mounts.add(directory);
      return directory.resolve("class/net");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs {@code body} on a new thread in this namespace and returns what it returns. */
  public <T> T call(Callable<T> body) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("in-" + name)
        .start(
            () -> {
              try {
                enter();
                result.complete(body.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private void enter() throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      int file = (int) OPEN.invokeExact(arena.allocateFrom("/run/netns/" + name), 0);
      int outcome = (int) SETNS.invokeExact(file, CLONE_NEWNET);
      int closed = (int) CLOSE.invokeExact(file);
      if (file < 0 || outcome != 0 || closed != 0) {
        throw new IllegalStateException("cannot enter " + name);
      }
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(remover);
    remove();
  }

  private void remove() {
    for (Path mount : mounts) {
      run("umount", mount.toString());
      run("rmdir", mount.toString());
    }
    run("ip", "netns", "del", name);
  }

  private static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(Duration.ofSeconds(10)) || process.exitValue() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
