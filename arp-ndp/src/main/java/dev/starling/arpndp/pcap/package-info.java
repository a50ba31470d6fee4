/** Links on real interfaces: the only package that sees pcap4j, libpcap and its threads. */
@NullMarked
package dev.starling.arpndp.pcap;

import org.jspecify.annotations.NullMarked;
