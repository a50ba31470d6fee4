package dev.starling.membership.jgroups;

import java.util.HashSet;
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
  /**
   * Questions within the join timeout: one lost datagram must not make a lonely group, and who was
   * still joining when asked first may lead the group a moment later.
   */
  private static final int QUESTIONS = 5;

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
    if (initial) {
      endIfComplete(responses);
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

  /** There is no use in waiting for more answers than there are hosts. */
  @Override
  protected void addResponse(PingData answer, boolean overwrite) {
    super.addResponse(answer, overwrite);
    synchronized (ping_responses) {
      for (Responses responses : ping_responses.values()) {
        endIfComplete(responses);
      }
    }
  }

  private void endIfComplete(Responses responses) {
    Set<Long> answered = new HashSet<>();
    for (PingData answer : responses) {
      Addresses.member(answer.getAddress()).ifPresent(member -> answered.add(member.node()));
    }
    if (hosts.list().stream().allMatch(host -> answered.contains(host.node()))) {
      responses.done();
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
