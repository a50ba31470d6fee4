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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knocks at the ports of watched members, when asked to: a datagram of one byte each, from a
 * connected socket. Where the process is gone but its host is not, the host's kernel answers "port
 * unreachable" (RFC 1122, section 4.1.3.1) within a millisecond. Only a hint: a firewall may keep
 * the answer back. One thread, which sleeps while every port is open.
 */
final class CrashHint {
  /** Bytes of a knock; Java sends no empty datagram over a connected channel. */
  static final int KNOCK_LENGTH = 1;

  private static final Logger LOG = LoggerFactory.getLogger(CrashHint.class);

  private final InetAddress bind;
  private final Consumer<MemberId> unreachable;
  private final Selector selector;
  private final Map<MemberId, DatagramChannel> channels = new ConcurrentHashMap<>();
  private final ByteBuffer unread = ByteBuffer.allocate(64);
  private volatile SortedMap<MemberId, InetSocketAddress> wanted = new TreeMap<>();
  private volatile boolean running = true;

  /**
   * Starts the thread.
   *
   * @param bind this node's own address
   * @param unreachable told on this object's thread, or on that of {@link #knock}, again with each
   *     answer
   */
  CrashHint(InetAddress bind, Consumer<MemberId> unreachable) throws IOException {
    this.bind = bind;
    this.unreachable = unreachable;
    selector = Selector.open();
    Thread.ofPlatform().daemon().name("crash-hint").start(this::run);
  }

  /** Watches exactly these members from now on. */
  void watch(SortedMap<MemberId, InetSocketAddress> members) {
    wanted = members;
    selector.wakeup();
  }

  /** Knocks once at the port of {@code member}; in vain if it is not watched. */
  void knock(MemberId member) {
    DatagramChannel channel = channels.get(member);
    if (channel != null) {
      attempt(member, () -> channel.write(ByteBuffer.allocate(KNOCK_LENGTH)));
    } else if (wanted.containsKey(member)) {
      // Its socket could not be opened: the thread shall try again.
      selector.wakeup();
    }
  }

  /** Ends the watch and the thread; nobody is told anything any more. */
  void stop() {
    running = false;
    wanted = new TreeMap<>();
    selector.wakeup();
  }

  private void run() {
    try (selector) {
      while (running) {
        follow(wanted);
        selector.select();
        listen();
      }
    } catch (IOException e) {
      LOG.warn("no more crash hints: a killed member is found by its silence only", e);
    } finally {
      channels.values().forEach(CrashHint::close);
    }
  }

  private void follow(SortedMap<MemberId, InetSocketAddress> members) {
    channels
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !members.containsKey(entry.getKey());
              if (gone) {
                close(entry.getValue());
              }
              return gone;
            });
    members.forEach(
        (member, address) -> {
          if (!channels.containsKey(member)) {
            open(member, address);
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

  private void open(MemberId member, InetSocketAddress address) {
    DatagramChannel channel = null;
    try {
      channel = DatagramChannel.open();
      channel.configureBlocking(false);
      channel.bind(new InetSocketAddress(bind, 0));
      channel.connect(address);
      channel.register(selector, SelectionKey.OP_READ, member);
      channels.put(member, channel);
    } catch (IOException e) {
      LOG.debug("no socket to watch {}", address, e);
      if (channel != null) {
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
