package dev.starling.chaos.show;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Lines that stay, and on a terminal a panel below them that is drawn anew four times a second.
 * Elsewhere there are the lines alone, without a single control character.
 */
public final class Screen implements AutoCloseable {
  private static final long PERIOD_NANOS = 250_000_000L;
  private static final String ESCAPE = "\u001b[";

  private final PrintStream out;
  private final boolean terminal;
  private final boolean colours;
  private Supplier<List<String>> panel = List::of;
  private List<String> drawn = List.of();
  private boolean open = true;

  /**
   * A screen on {@code out}.
   *
   * @param terminal whether {@code out} is one
   * @param colours whether to use colours there
   */
  public Screen(PrintStream out, boolean terminal, boolean colours) {
    this.out = out;
    this.terminal = terminal;
    this.colours = terminal && colours;
    if (terminal) {
      Thread.ofPlatform().name("screen").daemon().start(this::redrawOn);
    }
  }

  /** Prints lines that stay. */
  public synchronized void say(String lines) {
    erase();
    out.println(lines);
    draw();
  }

  /** Sets what the panel shows from now on; called on the screen's own thread as well. */
  public synchronized void panel(Supplier<List<String>> content) {
    panel = content;
  }

  /** Takes the panel away and draws no more; lines may still be said. */
  @Override
  public synchronized void close() {
    erase();
    open = false;
    out.flush();
  }

  /** {@code text} in bold. */
  public String bold(String text) {
    return styled("1", text);
  }

  /** {@code text} less bright. */
  public String dim(String text) {
    return styled("2", text);
  }

  /** {@code text} as something that is well. */
  public String good(String text) {
    return styled("32", text);
  }

  /** {@code text} as something that is not well. */
  public String bad(String text) {
    return styled("31", text);
  }

  private String styled(String code, String text) {
    return colours ? ESCAPE + code + "m" + text + ESCAPE + "0m" : text;
  }

  private void redrawOn() {
    while (isOpen()) {
      redraw();
      LockSupport.parkNanos(PERIOD_NANOS);
    }
  }

  private synchronized boolean isOpen() {
    return open;
  }

  private synchronized void redraw() {
    if (!drawn.equals(panel.get())) {
      erase();
      draw();
    }
  }

  private void erase() {
    if (!drawn.isEmpty()) {
      // Up to the panel's first line, then clear to the end; the cursor and wrapping come back.
      out.print(ESCAPE + drawn.size() + "A\r" + ESCAPE + "J" + ESCAPE + "?25h" + ESCAPE + "?7h");
      drawn = List.of();
    }
  }

  private void draw() {
    List<String> lines = terminal && open ? panel.get() : List.of();
    if (!lines.isEmpty()) {
      // Without wrapping a line that is too long for the terminal is cut, and the count stays true.
      out.print(ESCAPE + "?25l" + ESCAPE + "?7l");
      lines.forEach(out::println);
      drawn = lines;
    }
    out.flush();
  }
}
