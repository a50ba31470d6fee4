package dev.starling.speaker.realtime;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** libc's {@code sched_setscheduler(2)}, for round-robin real-time priority. */
final class SchedulerCall implements RealTime.Scheduler {
  /** SCHED_RR of linux/sched.h. */
  private static final int ROUND_ROBIN = 2;

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private final MethodHandle call;

  @SuppressWarnings("restricted") // the signature below is libc's
  SchedulerCall() {
    Linker linker = Linker.nativeLinker();
    call =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("sched_setscheduler"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS),
            Linker.Option.captureCallState("errno"));
  }

  @Override
  public int roundRobin(int thread, int priority) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      // struct sched_param of sched.h has this one member.
      MemorySegment parameter = arena.allocateFrom(ValueLayout.JAVA_INT, priority);
      int result = (int) call.invokeExact(state, thread, ROUND_ROBIN, parameter);
      return result == 0 ? 0 : state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
    } catch (Throwable e) {
      throw new IllegalStateException("a call to libc throws nothing", e);
    }
  }
}
