/**
 * What a link says and answers: a frame comes in, a reply or the named reason for silence comes
 * out; when an IP is announced, and in which frames; who else claims an IP. Knows the wire, and no
 * link. Time and permit are passed in. Pure.
 */
@NullMarked
package dev.starling.arpndp.responder;

import org.jspecify.annotations.NullMarked;
