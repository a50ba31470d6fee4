package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import dev.starling.membership.Subgroups;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jgroups.Address;
import org.jgroups.MergeView;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.UUID;

/** Translates between JGroups' addresses and views and ours. */
final class Addresses {
  private Addresses() {}

  /** A member as JGroups writes it on the wire: 16 bytes. */
  static UUID address(MemberId member) {
    return new UUID(member.node(), member.incarnation());
  }

  /** Who {@code address} is; nothing for an address that no speaker has. */
  static Optional<MemberId> member(Address address) {
    return address instanceof UUID uuid
        ? Optional.of(new MemberId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()))
        : Optional.empty();
  }

  /** Our form of a view's id. */
  static Optional<ViewId> viewId(org.jgroups.ViewId id) {
    return member(id.getCreator()).map(creator -> new ViewId(creator, id.getId()));
  }

  /** Our form of a view; nothing for one that is not made of speakers. */
  static Optional<View> view(org.jgroups.View view) {
    List<MemberId> members = members(view.getMembers().stream());
    if (members.isEmpty()) {
      return Optional.empty();
    }
    List<List<MemberId>> subgroups =
        view instanceof MergeView merge
            ? Subgroups.of(
                merge.getSubgroups().stream()
                    .map(
                        group ->
                            new Subgroups.Merged(
                                group.getViewId().getId(), members(group.getMembers().stream())))
                    .toList())
            : List.of();
    return viewId(view.getViewId()).map(id -> new View(id, members, subgroups));
  }

  /** Our form of a list of addresses, in its order. */
  static List<MemberId> members(Stream<Address> addresses) {
    return addresses.flatMap(address -> member(address).stream()).toList();
  }

  /** Where a host listens, as JGroups writes it. */
  static PhysicalAddress physical(InetSocketAddress address) {
    return new IpAddress(address.getAddress(), address.getPort());
  }
}
