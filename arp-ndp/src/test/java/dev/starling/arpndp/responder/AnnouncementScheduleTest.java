package dev.starling.arpndp.responder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AnnouncementScheduleTest {
  private static final long MILLIS = 1_000_000L;
  private static final int ANY = Integer.MAX_VALUE;

  /** Just before the clock wraps. */
  private static final long START = Long.MAX_VALUE - 50 * MILLIS;

  private final AnnouncementSchedule<String> schedule = new AnnouncementSchedule<>(1);

  @Test
  void announcesIpv4FiveTimesThenEveryMinute() {
    schedule.announce("a", false, START);

    List<Long> millis = timesUntil(after(200_000));

    assertThat(millis.subList(0, 6)).containsExactly(0L, 0L, 100L, 1_100L, 2_200L, 3_300L);
    assertRefreshes(millis.subList(5, millis.size()));
  }

  @Test
  void announcesIpv6ThreeTimesThenEveryMinute() {
    schedule.announce("a", true, START);

    List<Long> millis = timesUntil(after(200_000));

    assertThat(millis.subList(0, 3)).containsExactly(0L, 1_100L, 2_200L);
    assertRefreshes(millis.subList(2, millis.size()));
  }

  private static void assertRefreshes(List<Long> millis) {
    assertThat(millis).hasSizeGreaterThanOrEqualTo(3);
    for (int i = 1; i < millis.size(); i++) {
      assertThat(millis.get(i) - millis.get(i - 1)).isBetween(54_000L, 66_000L);
    }
  }

  @Test
  void announcesNothingThatIsCancelled() {
    schedule.announce("a", false, START);
    schedule.announce("b", false, START);
    schedule.cancel("a");
    schedule.cancel("never announced");

    assertThat(keys(schedule.due(START, ANY))).containsExactly("b", "b");
    assertThat(schedule.remind("a", START)).isFalse();
    schedule.cancelAll();
    assertThat(schedule.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(schedule.due(after(100), ANY)).isEmpty();
  }

  @Test
  void beginsAnewWhenAnnouncedAgain() {
    schedule.announce("a", true, START);
    timesUntil(after(5_000));

    long again = after(5_000);
    schedule.announce("a", true, again);

    assertThat(schedule.size()).isOne();
    assertThat(schedule.isFirstFrameOpen("a")).isTrue();
    assertThat(keys(schedule.due(again, ANY))).containsExactly("a");
    assertThat(schedule.isFirstFrameOpen("a")).isFalse();
    assertThat(schedule.nextDeadlineNanos()).isEqualTo(again + 1_100 * MILLIS);
  }

  @Test
  void sendsABurstThenKeepsThePace() {
    announceMany(1_000);

    assertThat(schedule.due(START, ANY)).hasSize(250);
    assertThat(schedule.due(START, ANY)).isEmpty();
    assertThat(schedule.nextDeadlineNanos()).isEqualTo(START + MILLIS);
    assertThat(schedule.due(after(10), ANY)).hasSize(80);
  }

  @Test
  void everyOneOfAThousandHasItsFirstFrameWithin94MillisAndBeforeAnyHasItsSecond() {
    announceMany(1_000);
    TreeSet<String> seen = new TreeSet<>();
    long now = START;
    while (seen.size() < 1_000) {
      now = schedule.nextDeadlineNanos();
      for (AnnouncementSchedule.Due<String> due : schedule.due(now, ANY)) {
        assertThat(seen.size() == 1_000 || seen.add(due.key())).as("%s again", due).isTrue();
      }
    }
    assertThat(now - START).isLessThanOrEqualTo(94 * MILLIS);
    long second = schedule.nextDeadlineNanos();
    assertThat(schedule.due(second, ANY))
        .extracting(AnnouncementSchedule.Due::part)
        .containsOnly(Announcements.Part.REST);
  }

  /** The loop wakes late on a busy node; it must not have to send more at once then. */
  @Test
  void aThousandFirstFramesLeaveWithin150MillisAlsoIfEachWakeUpIsLate() {
    announceMany(1_000);
    int sent = 0;
    long now = START;
    while (sent < 1_000) {
      now = schedule.nextDeadlineNanos() + 10 * MILLIS;
      sent += schedule.due(now, 512).size();
    }
    assertThat(now - START).isLessThanOrEqualTo(150 * MILLIS);
  }

  @Test
  void repetitionsGoAtHalfThePace() {
    announceMany(1_000);
    while (schedule.isFirstFrameOpen(name(999))) {
      schedule.due(schedule.nextDeadlineNanos(), ANY);
    }
    long start = schedule.nextDeadlineNanos();
    schedule.due(start, ANY);
    int frames = 0;
    for (long now = start; now - start < 400 * MILLIS; now += MILLIS) {
      for (AnnouncementSchedule.Due<String> due : schedule.due(now, ANY)) {
        frames += due.part().frames(false);
      }
    }
    assertThat(frames).isBetween(1_550, 1_860);
  }

  @Test
  void sendsFirstFramesBeforeRemindersAndThoseBeforeRepetitions() {
    schedule.announce("old", false, START);
    schedule.announce("challenged", false, START);
    schedule.due(START, ANY);
    long later = after(100);
    schedule.announce("new", false, later);
    assertThat(schedule.remind("challenged", later)).isTrue();
    assertThat(schedule.remind("challenged", later)).isTrue();

    List<AnnouncementSchedule.Due<String>> due = schedule.due(later, 3);
    assertThat(keys(due)).containsExactly("new", "challenged", "challenged");
    assertThat(due.get(1).part()).isEqualTo(Announcements.Part.FIRST);
    assertThat(due.get(2).part()).isEqualTo(Announcements.Part.ALL);
  }

  @Test
  void aReminderIsOneFrameAndMovesNoRepetition() {
    schedule.announce("a", true, START);
    schedule.due(START, ANY);
    schedule.remind("a", after(500));

    assertThat(schedule.nextDeadlineNanos()).isEqualTo(after(500));
    assertThat(keys(schedule.due(after(500), ANY))).containsExactly("a");
    assertThat(schedule.nextDeadlineNanos()).isEqualTo(after(1_100));
  }

  @Test
  void aReminderOfWhatHasNotBegunIsNoSecondFrame() {
    schedule.announce("a", true, START);
    assertThat(schedule.remind("a", START)).isTrue();

    assertThat(keys(schedule.due(START, ANY))).containsExactly("a");
    assertThat(schedule.remind("never announced", START)).isFalse();
  }

  @Test
  void isNeverMoreThanFull() {
    for (int i = 0; i < AnnouncementSchedule.LIMIT; i++) {
      assertThat(schedule.announce(name(i), true, START)).isTrue();
    }
    assertThat(schedule.announce("one more", true, START)).isFalse();
    assertThat(schedule.announce(name(7), true, START)).isTrue();
    assertThat(schedule.size()).isEqualTo(AnnouncementSchedule.LIMIT);
  }

  /** Whatever is asked for: what is due comes at its deadline, at the pace, and only if wanted. */
  @RepeatedTest(200)
  void keepsItsWord(RepetitionInfo repetition) {
    long seed = Long.getLong("seed", repetition.getCurrentRepetition());
    SplittableRandom random = new SplittableRandom(seed);
    AnnouncementSchedule<String> tested = new AnnouncementSchedule<>(seed);
    TreeMap<String, Integer> rounds = new TreeMap<>();
    long now = random.nextLong();
    long start = now;
    long frames = 0;
    for (int step = 0; step < 400; step++) {
      String key = name(random.nextInt(300));
      boolean ipv6 = key.hashCode() % 2 == 0;
      switch (random.nextInt(5)) {
        case 0 -> {
          tested.announce(key, ipv6, now);
          rounds.put(key, 0);
        }
        case 1 -> {
          tested.cancel(key);
          rounds.remove(key);
        }
        case 2 ->
            assertThat(tested.remind(key, now))
                .as("seed %d", seed)
                .isEqualTo(rounds.containsKey(key));
        default -> {
          long deadline = tested.nextDeadlineNanos();
          if (deadline != Long.MAX_VALUE && deadline - now > 0) {
            assertThat(tested.due(deadline - 1_000_000, ANY)).as("seed %d", seed).isEmpty();
            now = deadline;
          }
          List<AnnouncementSchedule.Due<String>> due = tested.due(now, ANY);
          assertThat(due.isEmpty()).as("seed %d", seed).isEqualTo(rounds.isEmpty());
          for (AnnouncementSchedule.Due<String> each : due) {
            assertThat(rounds).as("seed %d", seed).containsKey(each.key());
            rounds.merge(each.key(), 1, Integer::sum);
            frames += each.part().frames(each.key().hashCode() % 2 == 0);
          }
          long allowed = 250 + 8_000 * (now - start) / 1_000_000_000L;
          assertThat(frames).as("seed %d", seed).isLessThanOrEqualTo(allowed);
        }
      }
    }
    assertThat(tested.size()).isEqualTo(rounds.size());
  }

  @Test
  void replaysFromItsSeed() {
    List<Long> first = refreshes(7);
    assertThat(refreshes(7)).isEqualTo(first);
    assertThat(new TreeSet<>(first)).hasSizeGreaterThan(1);
    assertThat(refreshes(8)).isNotEqualTo(first);
  }

  private static List<Long> refreshes(long seed) {
    AnnouncementSchedule<String> schedule = new AnnouncementSchedule<>(seed);
    schedule.announce("a", false, 0);
    List<Long> times = new ArrayList<>();
    while (times.size() < 20) {
      long now = schedule.nextDeadlineNanos();
      times.addAll(Collections.nCopies(schedule.due(now, ANY).size(), now));
    }
    return times;
  }

  private List<Long> timesUntil(long endNanos) {
    List<Long> millis = new ArrayList<>();
    while (schedule.nextDeadlineNanos() - endNanos < 0) {
      long now = schedule.nextDeadlineNanos();
      for (int i = schedule.due(now, ANY).size(); i > 0; i--) {
        millis.add((now - START) / MILLIS);
      }
    }
    return millis;
  }

  private void announceMany(int count) {
    for (int i = 0; i < count; i++) {
      schedule.announce(name(i), false, START);
    }
  }

  private static List<String> keys(List<AnnouncementSchedule.Due<String>> due) {
    return due.stream().map(AnnouncementSchedule.Due::key).toList();
  }

  private static long after(long millis) {
    return START + millis * MILLIS;
  }

  private static String name(int number) {
    return "ip" + (1_000_000 + number);
  }
}
