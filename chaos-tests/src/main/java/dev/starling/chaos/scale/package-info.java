/**
 * What becomes of the figures when there is a lot of everything: service IPs and speakers. May use
 * all of the lab; knows the speaker only as a process.
 */
@org.jspecify.annotations.NullMarked
package dev.starling.chaos.scale;
