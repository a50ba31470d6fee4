package dev.starling.arpndp.link;

import dev.starling.arpndp.wire.IpAddresses;
import dev.starling.arpndp.wire.Octets;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one link a member of the solicited-node groups of its service IPs, owned or not, so that a
 * takeover waits for no multicast report. The membership must be a real one: a switch that snoops
 * on multicast listener reports (RFC 4541) delivers solicitations to nobody else, promiscuous or
 * not.
 *
 * <p>Addresses that share their last 24 bits share a group. The kernel bounds the groups of one
 * socket (net.core.optmem_max), so that there may be several. Membership ends with the interface; a
 * new one is joined anew. Joins take 0.1 ms each, more when there are thousands: not for a hot
 * thread. One caller at a time.
 */
public final class SolicitedNodeGroups implements AutoCloseable {
  /** How many groups a link joins at most, and how many sockets it takes for them. */
  public static final int LIMIT = 100_000;

  private static final int SOCKET_LIMIT = 512;

  private final Map<Long, MulticastSocket> joined = new TreeMap<>();
  private final List<MulticastSocket> sockets = new ArrayList<>();
  private int index;

  /**
   * What a call of {@link #update} has come to.
   *
   * @param joined groups that the link is a member of now
   * @param missing groups that could not be joined; another call tries again
   * @param fault what the kernel said to the first of these, or null
   */
  public record Result(int joined, int missing, @Nullable String fault) {}

  /**
   * Joins the groups of {@code ips} on {@code link} and leaves all others. Call it with every
   * change of either; a link that cannot be opened keeps the groups it has.
   */
  public synchronized Result update(LinkInfo link, Collection<Inet6Address> ips) {
    SortedSet<Long> wanted = new TreeSet<>();
    for (Inet6Address ip : ips) {
      wanted.add(Octets.i64(ip.getAddress(), 8) & IpAddresses.SUFFIX_MASK);
    }
    if (link.index() != index) {
      close();
      index = link.index();
    }
    if (!link.present()) {
      return new Result(0, wanted.size(), null);
    }
    String fault = null;
    int missing = 0;
    try {
      NetworkInterface device = NetworkInterface.getByName(link.name());
      if (device == null) {
        // Java does not see an interface without any address; one cannot join there anyway.
        return new Result(joined.size(), wanted.size(), link.name() + " has no IP address");
      }
      leaveAllBut(wanted, device);
      for (long suffix : wanted) {
        if (joined.containsKey(suffix)) {
          continue;
        }
        String refusal = joined.size() < LIMIT ? join(suffix, device) : "too many groups";
        if (refusal != null) {
          missing++;
          fault = fault == null ? refusal : fault;
        }
      }
    } catch (IOException e) {
      return new Result(joined.size(), wanted.size() - joined.size(), e.toString());
    }
    return new Result(joined.size(), missing, fault);
  }

  /** Leaves all groups. */
  @Override
  public synchronized void close() {
    sockets.forEach(MulticastSocket::close);
    sockets.clear();
    joined.clear();
  }

  private void leaveAllBut(SortedSet<Long> wanted, NetworkInterface device) {
    joined
        .entrySet()
        .removeIf(
            entry -> {
              if (wanted.contains(entry.getKey())) {
                return false;
              }
              try {
                entry.getValue().leaveGroup(group(entry.getKey()), device);
              } catch (IOException e) {
                // The interface is gone, and with it the membership.
                return true;
              }
              return true;
            });
  }

  private @Nullable String join(long suffix, NetworkInterface device) throws IOException {
    String refusal = null;
    boolean fresh = sockets.isEmpty();
    while (sockets.size() < SOCKET_LIMIT) {
      if (fresh) {
        sockets.add(new MulticastSocket(null));
      }
      MulticastSocket socket = sockets.getLast();
      try {
        socket.joinGroup(group(suffix), device);
        joined.put(suffix, socket);
        return null;
      } catch (IOException e) {
        refusal = e.getMessage();
      }
      if (fresh) {
        sockets.removeLast().close();
        return refusal;
      }
      fresh = true;
    }
    return refusal == null ? "too many sockets" : refusal;
  }

  private static InetSocketAddress group(long suffix) {
    InetAddress group =
        IpAddresses.ipv6(IpAddresses.SOLICITED_NODE_HIGH, IpAddresses.SOLICITED_NODE_LOW | suffix);
    return new InetSocketAddress(group, 0);
  }
}
