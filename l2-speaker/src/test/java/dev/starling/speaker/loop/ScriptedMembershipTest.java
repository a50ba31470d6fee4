package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.starling.membership.MemberId;
import dev.starling.membership.View;
import dev.starling.membership.ViewId;
import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.PeerMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ScriptedMembershipTest {
  private final MemberId self = MemberId.of("n1", 1);
  private final MemberId other = MemberId.of("n2", 1);
  private final List<Throwable> faults = new ArrayList<>();
  private final EventQueue queue = new EventQueue(() -> 7, faults::add);
  private final ScriptedMembership membership =
      new ScriptedMembership(self, new MembershipEvents(queue));

  @Test
  void whatTheScriptSaysIsHeardInItsOrder() throws InterruptedException {
    View view = new View(new ViewId(self, 1), List.of(self, other), List.of());
    membership.install(view, 1);
    membership.receive(other, new byte[] {9}, 2);

    assertThat(next()).isEqualTo(new Event.ViewInstalled(view));
    assertThat(next()).isEqualTo(new Event.MessageReceived(other, null));
  }

  @Test
  void whatIsSentIsRemembered() {
    membership.broadcast(PeerMessage.encode(new PeerMessage.Applied(3)));
    membership.send(other, new byte[] {2});

    assertThat(membership.sent())
        .containsExactly(
            new ScriptedMembership.Sent(self, new PeerMessage.Applied(3)),
            new ScriptedMembership.Sent(other, null));
  }

  @Test
  void itStartsOnceAsTheRealOne() {
    membership.start(peer -> {});

    assertThat(membership.isStarted()).isTrue();
    assertThatThrownBy(() -> membership.start(peer -> {}))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void viewsThatAreTakenUpAndGreetingsAreRemembered() {
    View view = new View(new ViewId(self, 1), List.of(self), List.of());
    membership.viewTaken(view);
    membership.hail();

    assertThat(membership.taken()).containsExactly(view);
    assertThat(membership.hails()).isEqualTo(1);
  }

  @Test
  void thePermitIsWhatTheScriptSays() {
    assertThat(membership.permitUntilNanos()).isEqualTo(Long.MAX_VALUE);
    membership.permit(5);
    assertThat(membership.permitUntilNanos()).isEqualTo(5);
  }

  private Event next() throws InterruptedException {
    return ((EventQueue.Happened) Objects.requireNonNull(queue.poll(0))).event();
  }
}
