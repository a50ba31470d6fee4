package dev.starling.membership.jgroups;

import dev.starling.membership.MemberId;
import dev.starling.membership.Membership;
import dev.starling.membership.detect.Detector;
import dev.starling.membership.detect.Effect;
import dev.starling.membership.detect.Signal;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;

/**
 * Runs a {@link Detector} in the protocol stack, below all reliable protocols: carries its signals,
 * keeps its clock, passes its suspicions up, and feeds it the kernel's crash hints. One lock guards
 * the detector; nothing is sent or told while it is held.
 */
final class DetectorProtocol extends Protocol {
  private final Detector detector;
  private final Membership.Listener listener;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Permit permit;
  private final Set<MemberId> suspected = new TreeSet<>();
  private final Set<MemberId> leaving = new TreeSet<>();
  private final LongAdder portsUnreachable = new LongAdder();
  private final LongAdder suspicions = new LongAdder();
  private final LongAdder takenBack = new LongAdder();
  private List<MemberId> members = List.of();
  private long awaitedNanos = Long.MAX_VALUE;
  private boolean running;
  private volatile @Nullable CrashHint crashHint;

  DetectorProtocol(Detector detector, Membership.Listener listener) {
    this.detector = detector;
    this.listener = listener;
    permit = new Permit(detector.permitUntilNanos());
    setId(WireIds.DETECTOR);
  }

  /** Until when this speaker may answer: {@link Detector#permitUntilNanos}. */
  long permitUntilNanos() {
    return permit.untilNanos();
  }

  @Override
  public void start() throws Exception {
    super.start();
    crashHint = new CrashHint(getTransport().getBindAddress(), this::portUnreachable);
    lock.lock();
    try {
      running = true;
    } finally {
      lock.unlock();
    }
    Thread.ofPlatform().daemon().name("detector").start(this::run);
  }

  @Override
  public void stop() {
    stopHints();
    lock.lock();
    try {
      running = false;
      long now = System.nanoTime();
      permit.moveTo(now, now);
      changed.signal();
    } finally {
      lock.unlock();
    }
    super.stop();
  }

  private void stopHints() {
    CrashHint hint = crashHint;
    if (hint != null) {
      hint.stop();
    }
  }

  private void run() {
    lock.lock();
    try {
      while (running) {
        awaitedNanos = detector.nextDeadlineNanos();
        long now = System.nanoTime();
        if (awaitedNanos == Long.MAX_VALUE) {
          changed.await();
        } else if (awaitedNanos - now > 0) {
          changed.awaitNanos(awaitedNanos - now);
        } else {
          tick(now);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Called and left with the lock held. */
  private void tick(long now) {
    List<Effect> effects = detector.tick(now);
    settle(effects, now);
    lock.unlock();
    try {
      perform(effects);
    } finally {
      lock.lock();
    }
  }

  private void step(Function<Long, List<Effect>> input) {
    List<Effect> effects;
    long now;
    boolean shortened;
    lock.lock();
    try {
      now = System.nanoTime();
      effects = input.apply(now);
      settle(effects, now);
      // Here and not at a tick: time alone moves no permit.
      shortened = running && permit.moveTo(detector.permitUntilNanos(), now);
    } finally {
      lock.unlock();
    }
    if (shortened) {
      listener.permitShortened(now);
    }
    perform(effects);
  }

  /**
   * What has to be in order with the detector's state, also what the listener hears, which waits
   * for nothing; the lock is held.
   */
  private void settle(List<Effect> effects, long now) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Suspect suspect) {
        suspected.add(suspect.member());
        if (suspect.first()) {
          suspicions.increment();
          listener.suspected(suspect.member(), suspect.lastHeardNanos(), suspect.silent(), now);
        }
      } else if (effect instanceof Effect.Unsuspect(MemberId member)) {
        suspected.remove(member);
        takenBack.increment();
        listener.unsuspected(member, now);
      }
    }
    long next = detector.nextDeadlineNanos();
    boolean sooner = awaitedNanos == Long.MAX_VALUE || next - awaitedNanos < 0;
    if (next != Long.MAX_VALUE && sooner) {
      changed.signal();
    }
  }

  private void perform(List<Effect> effects) {
    List<Address> suspects = new ArrayList<>();
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Send(MemberId to, Signal signal) -> send(to, SignalHeader.of(signal));
        case Effect.Suspect suspect -> suspects.add(Addresses.address(suspect.member()));
        case Effect.Unsuspect(MemberId member) ->
            up_prot.up(new Event(Event.UNSUSPECT, Addresses.address(member)));
        case Effect.Knock(MemberId member) -> knock(member);
      }
    }
    if (!suspects.isEmpty()) {
      // GMS makes the next view on the thread that brings it a suspicion, and waits for answers.
      getTransport().getThreadPool().execute(() -> passUp(suspects));
    }
  }

  private void knock(MemberId member) {
    CrashHint hint = crashHint;
    if (hint != null) {
      hint.knock(member);
    }
  }

  private boolean isSuspected(Address address) {
    lock.lock();
    try {
      return Addresses.member(address).filter(suspected::contains).isPresent();
    } finally {
      lock.unlock();
    }
  }

  private void passUp(List<Address> suspects) {
    lock.lock();
    try {
      suspects.removeIf(suspect -> Addresses.member(suspect).filter(suspected::contains).isEmpty());
    } finally {
      lock.unlock();
    }
    if (suspects.isEmpty()) {
      return;
    }
    up_prot.up(new Event(Event.SUSPECT, suspects));
    // One that has answered meanwhile may have been taken back before it was said.
    for (Address suspect : suspects) {
      if (!isSuspected(suspect)) {
        up_prot.up(new Event(Event.UNSUSPECT, suspect));
      }
    }
  }

  private void send(MemberId to, SignalHeader header) {
    down_prot.down(
        new EmptyMessage(Addresses.address(to))
            .putHeader(id, header)
            .setFlag(Message.Flag.OOB, Message.Flag.DONT_BUNDLE)
            .setFlag(Message.TransientFlag.DONT_LOOPBACK, Message.TransientFlag.DONT_BLOCK));
  }

  private void portUnreachable(MemberId member) {
    portsUnreachable.increment();
    step(now -> detector.portUnreachable(member, now));
  }

  @Override
  public Object down(Event event) {
    if (event.getType() == Event.DISCONNECT) {
      sayGoodbye();
    }
    Object result = down_prot.down(event);
    if (event.getType() == Event.VIEW_CHANGE) {
      viewInstalled(event.getArg());
    }
    return result;
  }

  private void viewInstalled(View view) {
    List<MemberId> next = Addresses.members(view.getMembers().stream());
    step(
        now -> {
          members = next;
          suspected.retainAll(next);
          leaving.retainAll(next);
          return detector.viewInstalled(next, now);
        });
    watch();
  }

  /** This speaker acts by the view with these members: {@link Detector#viewTaken}. */
  void viewTaken(List<MemberId> view) {
    step(
        now -> {
          detector.viewTaken(view, now);
          return List.of();
        });
  }

  /** Points the crash hints at the members to be observed, without those that are leaving. */
  private void watch() {
    SortedMap<MemberId, InetSocketAddress> targets = new TreeMap<>();
    lock.lock();
    try {
      for (MemberId subject : detector.subjects()) {
        Object address =
            down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, Addresses.address(subject)));
        if (!leaving.contains(subject) && address instanceof IpAddress ip) {
          targets.put(subject, new InetSocketAddress(ip.getIpAddress(), ip.getPort()));
        }
      }
      CrashHint hint = crashHint;
      if (hint != null) {
        hint.watch(targets);
      }
    } finally {
      lock.unlock();
    }
  }

  private void sayGoodbye() {
    stopHints();
    sendToOthers(SignalHeader.goodbye());
  }

  /** Lets every other member see which key is the newest here, even where no probes go. */
  void announceKeys() {
    sendToOthers(SignalHeader.keysChanged());
  }

  private void sendToOthers(SignalHeader header) {
    List<MemberId> others;
    lock.lock();
    try {
      others = members;
    } finally {
      lock.unlock();
    }
    for (MemberId member : others) {
      if (!Addresses.address(member).equals(local_addr)) {
        send(member, header);
      }
    }
  }

  @Override
  public Object up(Message message) {
    SignalHeader header = message.getHeader(id);
    if (header == null) {
      return up_prot.up(message);
    }
    Addresses.member(message.getSrc()).ifPresent(from -> received(from, header));
    return true;
  }

  @Override
  public void up(MessageBatch batch) {
    for (Iterator<Message> messages = batch.iterator(); messages.hasNext(); ) {
      Message message = messages.next();
      if (message.getHeader(id) != null) {
        messages.remove();
        up(message);
      }
    }
    if (!batch.isEmpty()) {
      up_prot.up(batch);
    }
  }

  private void received(MemberId from, SignalHeader header) {
    if (header.isGoodbye()) {
      lock.lock();
      try {
        leaving.add(from);
        leaving.retainAll(members);
      } finally {
        lock.unlock();
      }
      watch();
    } else {
      header.signal().ifPresent(signal -> step(now -> detector.received(from, signal, now)));
    }
  }

  /** Where {@code member} listens, if known. */
  @Nullable PhysicalAddress physical(MemberId member) {
    return (PhysicalAddress)
        down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, Addresses.address(member)));
  }

  long portsUnreachable() {
    return portsUnreachable.sum();
  }

  long suspicions() {
    return suspicions.sum();
  }

  long suspicionsTakenBack() {
    return takenBack.sum();
  }
}
