/**
 * Which node owns which service IP: a pure function of the candidates, and the reasons for the
 * rest.
 */
@NullMarked
package dev.starling.election;

import org.jspecify.annotations.NullMarked;
