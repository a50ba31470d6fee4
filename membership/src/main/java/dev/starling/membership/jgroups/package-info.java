/**
 * The group as JGroups makes it: an edge, and the only package that sees {@code org.jgroups}.
 * Threads, sockets, clocks and logs live here; decisions in the packages beside it.
 */
@NullMarked
package dev.starling.membership.jgroups;

import org.jspecify.annotations.NullMarked;
