package dev.starling.speaker.kube.model;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.kube.model.ObjectFault.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pools whose ranges could be read, sorted by name. */
final class Pools {
  /** A pool with at least one range. */
  record Pool(AddressPool object, List<AddressRange> ranges) {
    String name() {
      return object.name();
    }

    private boolean hasAll(List<ServiceIp> ips) {
      for (ServiceIp ip : ips) {
        if (!has(ip)) {
          return false;
        }
      }
      return true;
    }

    private boolean has(ServiceIp ip) {
      for (AddressRange range : ranges) {
        if (range.contains(ip)) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Pool> pools = new ArrayList<>();

  Pools(Collection<AddressPool> objects, Faults faults) {
    int left = Limits.RANGES;
    List<AddressPool> sorted = new ArrayList<>(objects);
    sorted.sort(Comparator.comparing(AddressPool::name));
    for (AddressPool object : faults.limited(sorted, Limits.POOLS, Kind.POOL, "")) {
      List<AddressRange> ranges = rangesOf(object, Math.min(left, Limits.RANGES_OF_POOL), faults);
      left -= ranges.size();
      if (ranges.isEmpty()) {
        faults.add(Kind.POOL, object.name(), FaultReason.POOL_WITHOUT_RANGES, "");
      } else {
        pools.add(new Pool(object, ranges));
      }
    }
    findOverlaps(faults);
  }

  List<Pool> all() {
    return pools;
  }

  /** The pool that has all of the IPs, or null; of several the first by name. */
  @Nullable Pool having(List<ServiceIp> ips) {
    for (Pool pool : pools) {
      if (pool.hasAll(ips)) {
        return pool;
      }
    }
    return null;
  }

  private static List<AddressRange> rangesOf(AddressPool object, int max, Faults faults) {
    List<AddressRange> ranges = new ArrayList<>();
    for (String text : faults.limited(object.addresses(), max, Kind.POOL, object.name())) {
      switch (AddressRange.parse(text)) {
        case AddressRange range -> ranges.add(range);
        case RangeText.Refused(FaultReason reason) ->
            faults.add(Kind.POOL, object.name(), reason, text);
      }
    }
    return List.copyOf(ranges);
  }

  private void findOverlaps(Faults faults) {
    record Owned(AddressRange range, String pool) {}
    List<Owned> sorted = new ArrayList<>();
    for (Pool pool : pools) {
      pool.ranges().forEach(range -> sorted.add(new Owned(range, pool.name())));
    }
    sorted.sort(
        Comparator.comparing((Owned owned) -> owned.range().first())
            .thenComparing(owned -> owned.range().last())
            .thenComparing(Owned::pool));
    Owned widest = null;
    for (Owned each : sorted) {
      if (widest != null && widest.range().contains(each.range().first())) {
        String what = each.range().first() + "-" + each.range().last() + " of " + widest.pool();
        faults.add(Kind.POOL, each.pool(), FaultReason.RANGE_OVERLAPS, what);
      }
      if (widest == null || widest.range().last().compareTo(each.range().last()) < 0) {
        widest = each;
      }
    }
  }
}
