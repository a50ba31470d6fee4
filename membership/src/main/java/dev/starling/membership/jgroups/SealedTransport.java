package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MulticastSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.protocols.UDP;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.stack.IpAddress;

/**
 * UDP whose every datagram is sealed on its way out, and opened on its way in before JGroups parses
 * a byte of it. Sends to each member apart; never by IP multicast.
 */
class SealedTransport extends UDP {
  private final Gate gate;
  private final Hosts hosts;
  private final LongAdder sendFailures = new LongAdder();

  @SuppressWarnings("NullAway")
  SealedTransport(Gate gate, Hosts hosts) {
    this.gate = gate;
    this.hosts = hosts;
    setId(WireIds.TRANSPORT);
    ip_mcast = false;
    message_processing_policy = null; // or JGroups replaces the next one by its own
    msg_processing_policy = new InlineSignals();
  }

  /** A disabled one: JGroups' own answers anybody, and changes settings for anybody. */
  @Override
  public DiagnosticsHandler createDiagnosticsHandler() {
    DiagnosticsHandler handler = super.createDiagnosticsHandler();
    handler.setEnabled(false);
    return handler;
  }

  /** None: the choice of an interface matters for IP multicast only. */
  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as JGroups declares it
  protected <T extends UDP> T setNetworkInterface(InetAddress address, MulticastSocket socket) {
    return (T) this;
  }

  @Override
  public void sendUnicast(PhysicalAddress destination, byte[] data, int offset, int length) {
    if (destination instanceof IpAddress ip) {
      for (byte[] frame : gate.seal(ip, data, offset, length)) {
        transmit(ip, frame);
      }
    }
  }

  /** Hands one frame to the kernel; one that it does not take is lost, like any datagram. */
  void transmit(PhysicalAddress destination, byte[] frame) {
    if (destination instanceof IpAddress ip) {
      try {
        _send(ip.getIpAddress(), ip.getPort(), frame, 0, frame.length);
      } catch (IOException e) {
        sendFailures.increment();
      } catch (Exception e) {
        throw new IllegalStateException("sending fails by IOException only", e);
      }
    }
  }

  @Override
  public void receive(Address sender, byte[] datagram, int offset, int length) {
    if (sender instanceof IpAddress source) {
      Optional<byte[]> data = gate.open(source, datagram, offset, length);
      data.ifPresent(bytes -> super.receive(sender, bytes, 0, bytes.length));
    }
  }

  /** Members of expected hosts are found without asking, so that a first message is not lost. */
  @Override
  public PhysicalAddress getPhysicalAddressFromCache(Address member) {
    PhysicalAddress known = super.getPhysicalAddressFromCache(member);
    return known != null ? known : hostOf(member);
  }

  @SuppressWarnings("NullAway") // JGroups' way to say that it is not known
  private PhysicalAddress hostOf(Address member) {
    return Addresses.member(member)
        .map(MemberId::node)
        .flatMap(hosts::of)
        .map(Hosts.Host::address)
        .orElse(null);
  }

  @Override
  public Object down(Event event) {
    boolean changesView = event.getType() == Event.VIEW_CHANGE;
    if (changesView || event.getType() == Event.TMP_VIEW) {
      View view = event.getArg();
      for (Address member : view.getMembers()) {
        PhysicalAddress address = getPhysicalAddressFromCache(member);
        if (address != null) {
          addPhysicalAddressToCache(member, address, false);
        }
      }
    }
    Object result = super.down(event);
    if (changesView) {
      admitMembers(event.getArg());
    }
    return result;
  }

  private void admitMembers(View view) {
    List<PhysicalAddress> addresses = new ArrayList<>();
    for (Address member : view.getMembers()) {
      PhysicalAddress address = getPhysicalAddressFromCache(member);
      if (address != null) {
        addresses.add(address);
      }
    }
    gate.members(addresses);
  }

  /** Frames that the kernel did not take. */
  long sendFailures() {
    return sendFailures.sum();
  }
}
