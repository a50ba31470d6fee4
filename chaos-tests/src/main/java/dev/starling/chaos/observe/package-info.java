/** Those who watch from outside: the client's probes, the nodes' echo, the capture on the wire. */
@NullMarked
package dev.starling.chaos.observe;

import org.jspecify.annotations.NullMarked;
