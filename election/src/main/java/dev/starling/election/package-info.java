/**
 * Which node owns which service IP: a pure function of the demand, the nodes and what is known of
 * them, and a reason for each node that may not own it. It uses the JDK alone and knows neither how
 * members are found nor how an owner announces.
 */
@NullMarked
package dev.starling.election;

import org.jspecify.annotations.NullMarked;
