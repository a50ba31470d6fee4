package dev.starling.chaos.kube;

import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of this machine that nobody listens on. */
final class Ports {
  /** Below those that Linux gives to outgoing connections: it has to be free after a crash too. */
  private static final int FIRST = 12_000;

  private static final int LAST = 32_000;
  private static final int ATTEMPTS = 100;

  private Ports() {}

  /** One of them, at random, so that two test runs hardly ever choose the same. */
  static int free() {
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Somebody listens on this one.
      }
    }
    throw new LabException("no free port found in " + ATTEMPTS + " attempts");
  }
}
