package dev.starling.membership.jgroups;

import dev.starling.membership.Membership;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.protocols.MERGE3;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.TimeScheduler;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings parted groups together again. Says hello to the expected hosts that are not in the view,
 * and to nobody while all are. Only an outsider that has echoed a hello of this life of ours counts
 * as heard: the words of another may be an earlier life's, said again by a stranger to one who has
 * been restarted and has forgotten them. A merge is begun only with such outsiders, and where their
 * view's maker is one: a path that carries one way only would block the membership protocol for its
 * merge timeout, again and again, and with it the next failover.
 */
final class Healing extends MERGE3 {
  private static final Logger LOG = LoggerFactory.getLogger(Healing.class);

  /**
   * Between two rounds. Until a hello gets through, both sides of a split that has healed answer.
   */
  private static final long HELLO_MILLIS = 50;

  /** The same while nobody is absent: somebody may be expected anew. */
  private static final long REST_MILLIS = 1000;

  /**
   * Greeted in a round, whoever is sought beside. The kernel keeps what is sent to a neighbour that
   * does not answer for up to three seconds (RFC 4861, section 10), and charges it to the socket;
   * once that is full, everything that this speaker sends waits. Ten in a round filled it.
   */
  private static final int GREETED = 2;

  private static final long REPLY_GAP_NANOS = 100_000_000;

  /** How old an echo may be that proves a path. */
  private static final long PROOF_NANOS = 1_500_000_000;

  private static final long COLLECT_MILLIS = 60;
  private static final long COLLECT_PER_ABSENT_MILLIS = 20;
  private static final long COLLECT_MILLIS_MAX = 1500;

  /**
   * How long our own view must have stood. JGroups drops from a merged view who joined one of its
   * parts meanwhile, and lets that member wait for the end of a merge that it is no part of.
   */
  private static final long STEADY_NANOS = 250_000_000;

  /** Even a view that never stands for so long is merged in the end. */
  private static final int DEFERRALS_MAX = 8;

  /** Ten times what the check waits for the outsiders' views. */
  private static final long CHECK_MILLIS = 1000;

  private static final int OUTSIDERS_MAX = 2 * Hosts.PEERS_MAX;

  private final Hosts hosts;
  private final Membership.Listener listener;
  private final Seeking seeking;
  private final Map<Address, Outside> outsiders = new HashMap<>();
  private final AtomicBoolean armed = new AtomicBoolean();
  private @Nullable Future<?> hellos;
  private @Nullable View lastView;
  private volatile long viewSinceNanos = System.nanoTime();
  private final AtomicInteger deferrals = new AtomicInteger();
  private final Turns turns = new Turns();
  private volatile boolean isSomebodyAwaited;

  /** Makes this life's numbers differ from an earlier one's on the same host. */
  private final long numberOffset = ThreadLocalRandom.current().nextLong();

  /** What is known of a speaker with another view. */
  private static final class Outside {
    ViewId view;
    long viewSinceNanos;
    PhysicalAddress address;
    long number;
    long heardNanos;
    boolean proven;
    long provenNanos;
    boolean replied;
    long repliedNanos;

    Outside(HelloHeader.Hello hello, long now) {
      view = hello.view();
      viewSinceNanos = now;
      address = hello.address();
      heardNanos = now;
    }
  }

  Healing(Hosts hosts, Membership.Listener listener, Membership.Seeker seeker) {
    this.hosts = hosts;
    this.listener = listener;
    seeking = new Seeking(hosts, seeker);
    setId(WireIds.HEALING);
    max_interval = CHECK_MILLIS - 1;
    min_interval = 1;
    check_interval = CHECK_MILLIS;
  }

  /** Called with each view, once it is in force. */
  @Override
  protected synchronized void startInfoSender() {
    viewSinceNanos = System.nanoTime();
    View now = view;
    if (now != null) {
      seeking.viewChanged(lastView, now);
      lastView = now;
      timer.execute(seeking::round);
    }
    isSomebodyAwaited = true;
    hellos = timer.scheduleWithDynamicInterval(new Hellos());
  }

  /** One after the other, for as long as they are of use. */
  private final class Hellos implements TimeScheduler.Task {
    private boolean begun;

    @Override
    public long nextInterval() {
      if (!begun) {
        begun = true;
        return Util.random(HELLO_MILLIS);
      }
      return isSomebodyAwaited ? HELLO_MILLIS : REST_MILLIS;
    }

    @Override
    public void run() {
      sayHello(absent -> turns.next(absent, GREETED));
    }
  }

  @Override
  protected synchronized void stopInfoSender() {
    if (hellos != null) {
      hellos.cancel(false);
      hellos = null;
    }
  }

  /** None: a check follows a hello. */
  @Override
  protected synchronized void startViewConsistencyChecker() {}

  /** Says hello to everybody at once, on a thread of JGroups' own. */
  void hail() {
    timer.execute(() -> sayHello(UnaryOperator.identity()));
  }

  private void sayHello(UnaryOperator<List<Hosts.Host>> choice) {
    View current = view;
    if (current == null) {
      return;
    }
    seeking.round();
    Set<Long> present = Seeking.nodes(current);
    List<Hosts.Host> absent =
        hosts.list().stream().filter(host -> !present.contains(host.node())).toList();
    isSomebodyAwaited = !absent.isEmpty() || seeking.isUnderWay();
    // Before the hello, which waits in the kernel for an answer.
    Set<Hosts.Host> greeted = new LinkedHashSet<>(seeking.roundForAbsent(present, absent));
    greeted.addAll(choice.apply(absent));
    for (Hosts.Host host : greeted) {
      send(host.address(), current, heardAt(host.address()));
    }
  }

  private @Nullable Outside heardAt(PhysicalAddress address) {
    synchronized (outsiders) {
      Outside latest = null;
      for (Outside outside : outsiders.values()) {
        boolean later = latest == null || outside.heardNanos - latest.heardNanos > 0;
        if (outside.address.equals(address) && later) {
          latest = outside;
        }
      }
      return latest;
    }
  }

  private void send(PhysicalAddress to, View current, @Nullable Outside heard) {
    Object self = down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
    if (self instanceof PhysicalAddress from) {
      HelloHeader.Hello hello =
          new HelloHeader.Hello(
              current.getViewId(),
              current.size(),
              from,
              System.nanoTime() + numberOffset,
              heard != null,
              heard == null ? 0 : heard.number);
      down_prot.down(
          new EmptyMessage(to)
              .putHeader(WireIds.HELLO, new HelloHeader(hello))
              .setFlag(Message.Flag.OOB, Message.Flag.DONT_BUNDLE)
              .setFlag(Message.TransientFlag.DONT_LOOPBACK, Message.TransientFlag.DONT_BLOCK));
    }
  }

  @Override
  public Object up(Message message) {
    HelloHeader header = message.getHeader(WireIds.HELLO);
    if (header == null) {
      return super.up(message);
    }
    heard(message.getSrc(), header.hello());
    return true;
  }

  @Override
  public void up(MessageBatch batch) {
    for (Iterator<Message> messages = batch.iterator(); messages.hasNext(); ) {
      Message message = messages.next();
      if (message.getHeader(WireIds.HELLO) != null) {
        messages.remove();
        up(message);
      }
    }
    if (!batch.isEmpty()) {
      super.up(batch);
    }
  }

  private void heard(Address sender, HelloHeader.Hello hello) {
    View current = view;
    if (current == null || sender.equals(local_addr) || hello.view().equals(current.getViewId())) {
      return;
    }
    long now = System.nanoTime();
    Outside outside;
    boolean reply;
    boolean proven;
    synchronized (outsiders) {
      forgetOld(now);
      outside = outsiders.computeIfAbsent(sender, key -> new Outside(hello, now));
      note(outside, hello, now);
      reply = !outside.replied || now - outside.repliedNanos >= REPLY_GAP_NANOS;
      if (reply) {
        outside.replied = true;
        outside.repliedNanos = now;
      }
      proven = isProven(outside, now);
    }
    if (reply) {
      send(hello.address(), current, outside);
    }
    if (proven) {
      tell(sender, hello, current, now);
      arm(current);
    }
  }

  private void forgetOld(long now) {
    if (outsiders.size() >= OUTSIDERS_MAX) {
      outsiders.values().removeIf(outside -> now - outside.heardNanos > PROOF_NANOS);
    }
  }

  private void note(Outside outside, HelloHeader.Hello hello, long now) {
    if (!hello.view().equals(outside.view)) {
      outside.view = hello.view();
      outside.viewSinceNanos = now;
    }
    outside.address = hello.address();
    outside.number = hello.number();
    outside.heardNanos = now;
    // The number is our own clock at the time of the hello that is echoed.
    long age = now + numberOffset - hello.echo();
    if (hello.echoes() && age >= 0 && age <= PROOF_NANOS) {
      outside.proven = true;
      outside.provenNanos = now;
    }
  }

  private static boolean isProven(@Nullable Outside outside, long now) {
    return outside != null && outside.proven && now - outside.provenNanos <= PROOF_NANOS;
  }

  private void tell(Address sender, HelloHeader.Hello hello, View current, long now) {
    if (!current.containsMember(sender)) {
      Addresses.member(sender)
          .ifPresent(
              member ->
                  Addresses.viewId(hello.view())
                      .ifPresent(
                          id ->
                              listener.outsiderHeard(
                                  new Membership.Outsider(member, id, hello.viewSize()), now)));
    }
  }

  private void arm(View current) {
    long absent = Math.max(0, hosts.list().size() + 1 - current.size());
    long collectMillis =
        COLLECT_MILLIS
            + Math.min(COLLECT_MILLIS_MAX, COLLECT_PER_ABSENT_MILLIS * Math.max(0, absent - 1));
    armFor(collectMillis);
  }

  private void armFor(long millis) {
    if (armed.compareAndSet(false, true)) {
      long armedNanos = System.nanoTime();
      var _ = timer.schedule(() -> check(armedNanos), millis, TimeUnit.MILLISECONDS);
    }
  }

  /* Armed until its end: JGroups' check does not bear another one beside it. */
  private void check(long armedNanos) {
    long againMillis = 0;
    try {
      againMillis = checkOrDefer(armedNanos);
    } catch (ConcurrentModificationException e) {
      // JGroups reads the answers while a late one is added. Another check follows a hello.
      LOG.debug("the views of the others came too late for a merge", e);
    } finally {
      armed.set(false);
    }
    if (againMillis > 0) {
      armFor(againMillis);
    }
  }

  /** After how many ms to try again, or 0. */
  private long checkOrDefer(long armedNanos) {
    View current = view;
    if (current == null || isMergeRunning()) {
      return 0;
    }
    long now = System.nanoTime();
    long unsteadyNanos = STEADY_NANOS - (now - viewSinceNanos);
    if (unsteadyNanos > 0 && deferrals.getAndIncrement() < DEFERRALS_MAX) {
      return 1 + TimeUnit.NANOSECONDS.toMillis(unsteadyNanos);
    }
    deferrals.set(0);
    if (collect(current, armedNanos, now)) {
      checkInconsistencies();
    }
    return 0;
  }

  /**
   * Gives the check of {@link MERGE3} the views that can be merged with: proven, and unchanged
   * since {@code armedNanos}; false if there are none.
   */
  private boolean collect(View current, long armedNanos, long now) {
    Map<Address, Outside> usable = new HashMap<>();
    synchronized (outsiders) {
      outsiders.forEach(
          (sender, outside) -> {
            Address maker = outside.view.getCreator();
            boolean makerReached =
                maker.equals(sender)
                    || current.containsMember(maker)
                    || isProven(outsiders.get(maker), now);
            boolean differs = !outside.view.equals(current.getViewId());
            boolean steady = outside.viewSinceNanos - armedNanos <= 0;
            if (differs && steady && isProven(outside, now) && makerReached) {
              usable.put(sender, outside);
            }
          });
    }
    clearViews();
    usable.forEach((sender, outside) -> addInfo(sender, outside.view, null, outside.address));
    return !usable.isEmpty();
  }

  @Override
  @SuppressWarnings("NullAway") // JGroups takes null for an unknown name
  protected void addInfo(
      Address sender, ViewId seen, @Nullable String name, @Nullable PhysicalAddress address) {
    super.addInfo(sender, seen, name, address);
  }
}
