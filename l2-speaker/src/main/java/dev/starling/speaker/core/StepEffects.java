package dev.starling.speaker.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The effects of one step in the order in which they go out: first what is answered and announced,
 * then messages, then words. A confirmation is a message, so it follows what it confirms.
 */
final class StepEffects {
  private final List<Effect> frames = new ArrayList<>();
  private final List<Effect> messages = new ArrayList<>();
  private final List<Effect> words = new ArrayList<>();

  void frame(Effect effect) {
    frames.add(effect);
  }

  void send(Effect effect) {
    messages.add(effect);
  }

  void sendFirst(Effect effect) {
    messages.addFirst(effect);
  }

  void tell(Note note) {
    words.add(new Effect.Tell(note));
  }

  void leave() {
    words.add(new Effect.Leave());
  }

  List<Effect> all() {
    List<Effect> all = new ArrayList<>(frames);
    all.addAll(messages);
    all.addAll(words);
    return all;
  }
}
