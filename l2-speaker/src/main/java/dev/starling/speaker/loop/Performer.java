package dev.starling.speaker.loop;

import dev.starling.membership.Membership;
import dev.starling.membership.View;
import dev.starling.speaker.core.Effect;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.core.PeerMessage;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Does what the core wants done, in its order, on the loop's thread. */
final class Performer {
  private final PortTable ports;
  private final Membership membership;
  private final Teller teller;
  private final Runnable leave;
  private final Consumer<Owners> owners;
  private final LongSupplier clock;
  private @Nullable Owners last;
  private boolean announced;
  private long announcedNanos;

  /**
   * A performer of effects.
   *
   * @param leave what {@link Effect.Leave} runs; must only hand over
   * @param owners hears who owns what whenever that has changed; must only hand over
   */
  Performer(
      PortTable ports,
      Membership membership,
      Teller teller,
      Runnable leave,
      Consumer<Owners> owners,
      LongSupplier clock) {
    this.ports = ports;
    this.membership = membership;
    this.teller = teller;
    this.leave = leave;
    this.owners = owners;
    this.clock = clock;
  }

  /** Performs the effects of the step at {@code nowNanos}. */
  void perform(List<Effect> effects, long nowNanos) {
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Publish publish -> ports.publish(publish.answers());
        case Effect.Announce announce -> announce(announce);
        case Effect.Broadcast(PeerMessage message) ->
            membership.broadcast(PeerMessage.encode(message));
        case Effect.Send send -> membership.send(send.to(), PeerMessage.encode(send.message()));
        case Effect.AskWitness(String link) -> ports.askWitness(link);
        case Effect.Ask ask -> ports.ask(ask.link(), ask.ips());
        case Effect.Hail _ -> membership.hail();
        case Effect.Tell tell -> teller.tell(tell.note(), nowNanos);
        case Effect.Leave _ -> leave.run();
      }
    }
  }

  private void announce(Effect.Announce announce) {
    boolean sent = ports.announce(announce.link(), announce.items());
    if (sent && !announced) {
      announced = true;
      announcedNanos = clock.getAsLong();
    }
  }

  /** Who owns what after a step whose effects are performed. */
  void owners(@Nullable Owners now) {
    if (now != null && !now.equals(last)) {
      last = now;
      owners.accept(now);
    }
  }

  /** The effects of the step for {@code view} are performed: its permit is ours from now on. */
  void viewTaken(View view) {
    membership.viewTaken(view);
  }

  /** Whether announcements went out of which the core has not heard. */
  boolean hasAnnounced() {
    return announced;
  }

  /** When they had gone out; the core hears of them once. */
  long takeAnnouncedNanos() {
    announced = false;
    return announcedNanos;
  }
}
