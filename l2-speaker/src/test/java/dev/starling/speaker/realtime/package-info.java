/** Tests of real-time priority, on a made-up list of threads and on the kernel's own. */
@NullMarked
package dev.starling.speaker.realtime;

import org.jspecify.annotations.NullMarked;
