/**
 * The soak: failures at random from a seed for as long as one likes, and what must hold all the
 * time. May use all of the lab; knows the speaker only as a process.
 */
@org.jspecify.annotations.NullMarked
package dev.starling.chaos.soak;
