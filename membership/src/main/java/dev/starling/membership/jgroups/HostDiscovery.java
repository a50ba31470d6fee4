package dev.starling.membership.jgroups;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.util.ByteArray;
import org.jgroups.util.NameCache;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;

/** Finds the group by asking every expected host, and every member whose address is known. */
final class HostDiscovery extends Discovery {
  /** A second question within the join timeout: one lost datagram must not make a lonely group. */
  private static final int QUESTIONS = 2;

  private final Hosts hosts;

  HostDiscovery(Hosts hosts) {
    this.hosts = hosts;
    setId(WireIds.DISCOVERY);
    num_discovery_runs = QUESTIONS;
  }

  /** True: hosts come and go, and each hears a joiner's question itself. */
  @Override
  public boolean isDynamic() {
    return true;
  }

  @Override
  public void findMembers(@Nullable List<Address> members, boolean initial, Responses responses) {
    PhysicalAddress self = physical(local_addr);
    PingData about =
        new PingData(local_addr, is_server, NameCache.get(local_addr), self).coord(is_coord);
    if (members != null && members.size() <= max_members_in_discovery_request) {
      about.mbrs(members);
    }
    ByteArray question = marshal(about);
    PingHeader header =
        new PingHeader(PingHeader.GET_MBRS_REQ).clusterName(cluster_name).initialDiscovery(initial);
    for (PhysicalAddress target : targets(self)) {
      down_prot.down(
          new BytesMessage(target)
              .setArray(question)
              .putHeader(id, header)
              .setFlag(Message.Flag.OOB, Message.Flag.DONT_BUNDLE)
              .setFlag(Message.TransientFlag.DONT_LOOPBACK));
    }
  }

  private Set<PhysicalAddress> targets(@Nullable PhysicalAddress self) {
    Set<PhysicalAddress> targets = new LinkedHashSet<>();
    hosts.list().forEach(host -> targets.add(host.address()));
    View current = view;
    if (current != null) {
      for (Address member : current.getMembers()) {
        PhysicalAddress address = physical(member);
        if (address != null) {
          targets.add(address);
        }
      }
    }
    targets.remove(self);
    return targets;
  }

  private @Nullable PhysicalAddress physical(Address member) {
    return (PhysicalAddress) down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, member));
  }
}
