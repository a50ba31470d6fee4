package dev.starling.chaos.soak;

import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.soak.Trouble.Reach;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The rounds of a soak, drawn from a seed: the same seed and plan give the same rounds. Two nodes,
 * {@link #keepers}, never lose their process, so that memory can be watched over the whole time.
 */
public final class Script {
  private static final int SHORT_MILLIS = 300;
  private static final int LONG_MILLIS = 5_000;
  private static final int AT_ONCE_PERCENT = 30;
  private static final int OWNER_PERCENT = 50;

  private final Plan plan;
  private final Random random;
  private final List<Trouble> deck = new ArrayList<>();
  private int rounds;

  /** The rounds of {@code seed} for the nodes of {@code plan}, three at least. */
  public Script(long seed, Plan plan) {
    if (plan.nodes().size() < 3) {
      throw new IllegalArgumentException("a soak needs three nodes");
    }
    this.plan = plan;
    this.random = new Random(seed);
  }

  /** The heir, which takes over often, and the last in line, which hardly does. */
  public static List<String> keepers(Plan plan) {
    List<String> order = Plan.order(plan.nodes(), plan.ipv4());
    return List.of(order.get(1), order.getLast());
  }

  /** The next round. */
  public Round next() {
    rounds++;
    List<Strike> strikes = new ArrayList<>();
    strikes.add(draw(0));
    if (random.nextInt(100) < AT_ONCE_PERCENT) {
      Strike second = draw(random.nextInt(1_000));
      if (together(strikes.getFirst(), second)) {
        strikes.add(second);
      }
    }
    return new Round(rounds, strikes, between(500, 2_500));
  }

  private static boolean together(Strike a, Strike b) {
    boolean bothOfOne = Collections.disjoint(a.nodes(), b.nodes());
    boolean oneOfAll = a.trouble().reach() == Reach.ALL || b.trouble().reach() == Reach.ALL;
    return a.trouble() != b.trouble() && (bothOfOne || oneOfAll);
  }

  private Strike draw(int afterMillis) {
    Trouble trouble = drawTrouble();
    List<String> nodes = drawNodes(trouble);
    int lasts =
        trouble == Trouble.RESTART || trouble == Trouble.RELOADS
            ? 0
            : between(SHORT_MILLIS, LONG_MILLIS);
    return new Strike(trouble, nodes, afterMillis, lasts);
  }

  /** Like cards, so that each has its turn in fifteen. */
  private Trouble drawTrouble() {
    if (deck.isEmpty()) {
      deck.addAll(List.of(Trouble.values()));
      Collections.shuffle(deck, random);
    }
    return deck.removeLast();
  }

  private List<String> drawNodes(Trouble trouble) {
    List<String> nodes = new ArrayList<>(plan.nodes());
    if (trouble.endsProcess()) {
      nodes.removeAll(keepers(plan));
    }
    Collections.shuffle(nodes, random);
    if (random.nextInt(100) < OWNER_PERCENT) {
      nodes.remove(plan.firstOwner());
      nodes.addFirst(plan.firstOwner());
    }
    return switch (trouble.reach()) {
      case NODE -> nodes.subList(0, 1);
      case PAIR -> nodes.subList(0, 2);
      case SIDE -> nodes.subList(0, between(1, nodes.size() - 1));
      case ALL -> nodes;
    };
  }

  private int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }
}
