/** Tests against real sockets on loopback addresses. */
@NullMarked
package dev.starling.membership.jgroups;

import org.jspecify.annotations.NullMarked;
