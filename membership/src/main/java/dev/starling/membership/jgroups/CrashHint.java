package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knocks at the ports of watched members: a datagram of one byte each, from a connected socket.
 * Where the process is gone but its host is not, the host's kernel answers "port unreachable" (RFC
 * 1122, section 4.1.3.1) within a millisecond. Only a hint: a firewall may keep the answer back.
 * One thread.
 */
final class CrashHint {
  /** Bytes of a knock; Java sends no empty datagram over a connected channel. */
  static final int KNOCK_LENGTH = 1;

  private static final Logger LOG = LoggerFactory.getLogger(CrashHint.class);

  private final InetAddress bind;
  private final long intervalNanos;
  private final Consumer<MemberId> unreachable;
  private final Selector selector;
  private final Map<MemberId, DatagramChannel> channels = new HashMap<>();
  private final ByteBuffer knock = ByteBuffer.allocate(KNOCK_LENGTH);
  private final ByteBuffer unread = ByteBuffer.allocate(64);
  private volatile SortedMap<MemberId, InetSocketAddress> wanted = new TreeMap<>();
  private volatile boolean running = true;

  /**
   * Starts the thread.
   *
   * @param bind this node's own address
   * @param intervalNanos between two knocks at one port
   * @param unreachable told on this object's thread, again with each answer
   */
  CrashHint(InetAddress bind, long intervalNanos, Consumer<MemberId> unreachable)
      throws IOException {
    this.bind = bind;
    this.intervalNanos = intervalNanos;
    this.unreachable = unreachable;
    selector = Selector.open();
    Thread.ofPlatform().daemon().name("crash-hint").start(this::run);
  }

  /** Watches exactly these members from now on. */
  void watch(SortedMap<MemberId, InetSocketAddress> members) {
    wanted = members;
    selector.wakeup();
  }

  /** Ends the watch and the thread; nobody is told anything any more. */
  void stop() {
    running = false;
    wanted = new TreeMap<>();
    selector.wakeup();
  }

  private void run() {
    long nextKnock = System.nanoTime();
    try (selector) {
      while (running) {
        long left = nextKnock - System.nanoTime();
        if (left <= 0) {
          knock();
          nextKnock = System.nanoTime() + intervalNanos;
        } else if (channels.isEmpty() && wanted.isEmpty()) {
          selector.select();
        } else {
          selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
          listen();
        }
      }
    } catch (IOException e) {
      LOG.warn("no more crash hints: a killed member is found by its silence only", e);
    } finally {
      channels.values().forEach(CrashHint::close);
    }
  }

  private void knock() {
    SortedMap<MemberId, InetSocketAddress> now = wanted;
    channels
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !now.containsKey(entry.getKey());
              if (gone) {
                close(entry.getValue());
              }
              return gone;
            });
    now.forEach(
        (member, address) -> {
          DatagramChannel channel = channels.get(member);
          if (channel == null) {
            open(member, address);
          } else {
            attempt(member, () -> channel.write(knock.clear()));
          }
        });
  }

  private void listen() {
    for (SelectionKey key : selector.selectedKeys()) {
      if (key.attachment() instanceof MemberId member
          && key.channel() instanceof DatagramChannel channel) {
        attempt(member, () -> channel.read(unread.clear()));
      }
    }
    selector.selectedKeys().clear();
  }

  /** A socket that cannot be opened now is tried again with the next knock. */
  private void open(MemberId member, InetSocketAddress address) {
    DatagramChannel channel = null;
    try {
      channel = DatagramChannel.open();
      channel.configureBlocking(false);
      channel.bind(new InetSocketAddress(bind, 0));
      channel.connect(address);
      channel.register(selector, SelectionKey.OP_READ, member);
      channels.put(member, channel);
      channel.write(knock.clear());
    } catch (IOException e) {
      LOG.debug("no socket to watch {}", address, e);
      if (channel != null) {
        channels.remove(member);
        close(channel);
      }
    }
  }

  private void attempt(MemberId member, Transfer transfer) {
    try {
      transfer.run();
    } catch (PortUnreachableException e) {
      if (running && wanted.containsKey(member)) {
        unreachable.accept(member);
      }
    } catch (IOException e) {
      LOG.trace("a knock is lost", e);
    }
  }

  private static void close(DatagramChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.trace("closed anyway", e);
    }
  }

  /** One read or write. */
  private interface Transfer {
    @SuppressWarnings("UnusedReturnValue")
    int run() throws IOException;
  }
}
