package dev.starling.chaos.netns;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/** The few calls of the C library that Java has no name for. Linux numbers. */
@SuppressWarnings("restricted")
public final class Posix {
  /** Ask a process to read its configuration again. */
  public static final int SIGHUP = 1;

  /** End a process without a word. */
  public static final int SIGKILL = 9;

  /** Ask a process to end. */
  public static final int SIGTERM = 15;

  /** Let a frozen process go on. */
  public static final int SIGCONT = 18;

  /** Freeze a process. */
  public static final int SIGSTOP = 19;

  private static final int CLONE_NEWNET = 0x40000000;
  private static final int O_RDONLY = 0;
  private static final int PRIO_PROCESS = 0;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle OPEN = call("open", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final MethodHandle CLOSE = call("close", ValueLayout.JAVA_INT);
  private static final MethodHandle SETNS =
      call("setns", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final MethodHandle KILL = call("kill", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final MethodHandle SETPRIORITY =
      call("setpriority", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
  private static final MethodHandle ISATTY = call("isatty", ValueLayout.JAVA_INT);

  private Posix() {}

  /** Moves the calling thread, for the rest of its life, into a network namespace (setns(2)). */
  public static void enterNetwork(Path namespace) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MemorySegment path = arena.allocateFrom(namespace.toString());
      int file = (int) OPEN.invokeExact(state, path, O_RDONLY);
      check(file, state, "open " + namespace);
      int entered = (int) SETNS.invokeExact(state, file, CLONE_NEWNET);
      int reason = (int) ERRNO.get(state, 0L);
      int closed = (int) CLOSE.invokeExact(state, file);
      check(closed, state, "close " + namespace);
      if (entered != 0) {
        throw new LabException("setns into " + namespace + " failed with errno " + reason);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LabException("cannot enter " + namespace, e);
    }
  }

  /** Sends {@code signal} to {@code pid}; false if there is no such process any more. */
  public static boolean signal(long pid, int signal) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) KILL.invokeExact(arena.allocate(STATE), Math.toIntExact(pid), signal) == 0;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LabException("kill(2)", e);
    }
  }

  /**
   * Puts the calling thread before those of normal priority (nice -15), so that it notes a moment
   * when it happens and not when the machine has time for it. Without the right to, it stays as is.
   */
  public static void hurry() {
    try (Arena arena = Arena.ofConfined()) {
      // On Linux the priority is the thread's own; 0 is the caller.
      int ignored = (int) SETPRIORITY.invokeExact(arena.allocate(STATE), PRIO_PROCESS, 0, -15);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LabException("setpriority(2)", e);
    }
  }

  /** Whether standard output is a terminal. */
  public static boolean standardOutputIsTerminal() {
    try (Arena arena = Arena.ofConfined()) {
      return (int) ISATTY.invokeExact(arena.allocate(STATE), 1) == 1;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new LabException("isatty(3)", e);
    }
  }

  private static void check(int result, MemorySegment state, String what) {
    if (result < 0) {
      throw new LabException(what + " failed with errno " + (int) ERRNO.get(state, 0L));
    }
  }

  private static MethodHandle call(String name, MemoryLayout... arguments) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
        Linker.Option.captureCallState("errno"));
  }
}
