package dev.starling.arpndp.responder;

/** What a frame says of an address that it names. */
enum Statement {
  /** Nothing: it is only sent from there, as hosts do that have the address on a loopback. */
  NONE,
  /** Who has the address: an announcement, or an answer to another host. */
  PUBLIC,
  /** That too, in an answer to this link: only that shows that we are heard as well. */
  TO_US
}
