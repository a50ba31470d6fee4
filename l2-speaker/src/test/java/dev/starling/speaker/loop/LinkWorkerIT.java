package dev.starling.speaker.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.core.Event;
import dev.starling.speaker.core.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LinkWorkerIT {
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private final EventQueue queue = new EventQueue(System::nanoTime, broken::add);
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final AtomicInteger taken = new AtomicInteger();

  @Test
  void ofManyIntentsTheLastOneIsTakenUp() throws InterruptedException {
    try (LinkWorker worker = new LinkWorker(this::ports, broken::add)) {
      worker.configure(intent("first"));
      entered.await();
      for (int i = 0; i < 1_000; i++) {
        worker.configure(intent("m" + i));
      }
      release.countDown();

      List<String> nodes = new ArrayList<>();
      await()
          .until(
              () -> {
                if (queue.poll(0)
                    instanceof EventQueue.Happened(Event.Configured(Plan plan, _), _)) {
                  nodes.add(plan.expected().first());
                }
                return nodes.contains("m999");
              });
      // The first, the last, and one for each second that it took.
      assertThat(taken.get()).isLessThan(20);
    }
    assertThat(broken).isEmpty();
  }

  private Ports ports(Executor thread) {
    return new Ports(
        new PortTable(System::nanoTime, () -> Long.MAX_VALUE),
        queue,
        new Ports.Outside(
            System::nanoTime,
            new FakeOpener(),
            (_, _, _) -> {},
            TreeMap::new,
            _ -> hold(),
            TreeSet::new),
        () -> Long.MAX_VALUE,
        thread);
  }

  /* Asked for once with each intent of a file that names no interface. */
  private String hold() {
    taken.incrementAndGet();
    entered.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "eth0";
  }

  private static Intent intent(String node) {
    return Intent.of(
        Configs.of(
            Configs.THREE
                .replace("node: n1", "node: " + node)
                .replace("    interfaces: [eth0]\n", "")));
  }
}
