/**
 * Real-time scheduling of this process, where it is wanted: which of its threads get which
 * priority, and the one call to the kernel that gives it. Touches /proc/self/task and libc's {@code
 * sched_setscheduler}; nothing else of the speaker.
 */
@NullMarked
package dev.starling.speaker.realtime;

import org.jspecify.annotations.NullMarked;
