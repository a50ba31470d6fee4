/** The frames of ARP and NDP: codecs, answers, announcements, and the links that carry them. */
@NullMarked
package dev.starling.arpndp;

import org.jspecify.annotations.NullMarked;
