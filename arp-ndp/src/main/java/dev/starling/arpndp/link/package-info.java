/**
 * Links: what they are, what they send, when they change, and which groups they listen to. Reads
 * /sys/class/net and opens sockets for multicast membership, but captures and sends no frame
 * itself.
 */
@NullMarked
package dev.starling.arpndp.link;

import org.jspecify.annotations.NullMarked;
