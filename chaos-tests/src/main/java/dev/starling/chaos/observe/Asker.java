package dev.starling.chaos.observe;

import dev.starling.chaos.netns.Namespace;
import dev.starling.chaos.netns.Posix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks everybody, every 10 ms, who has each service IP, and notes which nodes reply to the same
 * question: the proof that there is one owner at a time. It is a machine of its own, so that the
 * client learns nothing from it. Remembers the newest 65,536 questions.
 */
public final class Asker implements AutoCloseable {
  /** The time between two questions for one service IP. */
  public static final int INTERVAL_MILLIS = 10;

  private static final long INTERVAL_NANOS = INTERVAL_MILLIS * 1_000_000L;
  private static final String FILTER = "inbound and (arp or (icmp6 and ip6[40] == 136))";

  private record Asked(long nanos, String ip, List<Question.Answer> answers) {}

  private final String mac;
  private final List<String> ips;
  private final Asked[] asked = new Asked[QuestionFrames.NUMBERS];
  private final RawPort port;
  private final Thread sender;
  private volatile boolean open = true;
  private int next;

  /**
   * Starts to ask for {@code ips} from the machine {@code namespace}, whose card is {@code mac}.
   */
  public Asker(Namespace namespace, String mac, List<String> ips) {
    this.mac = mac;
    this.ips = List.copyOf(ips);
    this.port = new RawPort(namespace, FILTER, this::take);
    this.sender = Thread.ofPlatform().name("questions").daemon().start(this::askOn);
  }

  /** All remembered questions asked at or after {@code nanos}, oldest first. */
  public List<Question> since(long nanos) {
    Deque<Question> found = new ArrayDeque<>();
    synchronized (asked) {
      for (int back = 1; back <= asked.length; back++) {
        Asked each = asked[Math.floorMod(next - back, asked.length)];
        if (each == null || each.nanos() - nanos < 0) {
          break;
        }
        found.addFirst(new Question(each.nanos(), each.ip(), each.answers()));
      }
    }
    return new ArrayList<>(found);
  }

  /** Stops asking. */
  @Override
  public void close() {
    open = false;
    LockSupport.unpark(sender);
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    port.close();
  }

  private void askOn() {
    Posix.hurry();
    long due = System.nanoTime();
    while (open) {
      for (String ip : ips) {
        int number = note(ip);
        // A question that the card did not take is one without replies.
        port.send(QuestionFrames.ask(ip, mac, number));
      }
      due = Math.max(due + INTERVAL_NANOS, System.nanoTime());
      while (open && System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  private int note(String ip) {
    synchronized (asked) {
      int number = next;
      asked[number] = new Asked(System.nanoTime(), ip, new ArrayList<>(1));
      next = (next + 1) % asked.length;
      return number;
    }
  }

  private void take(byte[] frame, long nanos) {
    QuestionFrames.read(frame, nanos)
        .ifPresent(
            reply -> {
              synchronized (asked) {
                Asked question = asked[reply.number()];
                if (question != null) {
                  question.answers().add(reply.answer());
                }
              }
            });
  }
}
