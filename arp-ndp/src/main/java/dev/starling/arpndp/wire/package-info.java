/**
 * The bytes of ARP (RFC 826, RFC 5227) and of neighbour discovery (RFC 4861, RFC 6980) on Ethernet:
 * records that hold only valid messages, and parsers that name what is wrong with all others and
 * never throw. Knows no link, no ownership and no policy. Pure.
 */
@NullMarked
package dev.starling.arpndp.wire;

import org.jspecify.annotations.NullMarked;
