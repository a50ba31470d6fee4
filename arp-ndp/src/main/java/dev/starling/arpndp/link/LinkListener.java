package dev.starling.arpndp.link;

/** Hears of the end of a link. */
@FunctionalInterface
public interface LinkListener {
  /**
   * {@code link} carries no frames any more and has freed what it held. Called once, as the last
   * act of its capture thread; must only hand over.
   *
   * @param detail for people: what the kernel said, or empty
   */
  void linkEnded(Link link, LinkEnd end, String detail);
}
