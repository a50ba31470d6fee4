package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import dev.starling.chaos.netns.Plan;
import dev.starling.chaos.nodes.LogEvent;
import dev.starling.chaos.nodes.SpeakerLog;
import dev.starling.chaos.observe.Asker;
import dev.starling.chaos.observe.Contests;
import dev.starling.chaos.observe.Question;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What must hold in every round: one owner for every question, the client's kernel knows the owner,
 * no speaker has anything to say that is an error, and none says too much.
 */
final class Judge {
  /** A round has some forty lines at each speaker, of 300 bytes; a storm would have thousands. */
  private static final long LOG_BYTES_LIMIT = 256 << 10;

  /** What a speaker says that starts before its card has a carrier, as it may after a power-off. */
  private static final String NO_CARRIER = "is not a valid address on any local network interface";

  private final Lab lab;
  private final SortedMap<String, Long> logBytes = new TreeMap<>();

  Judge(Lab lab) {
    this.lab = lab;
  }

  /**
   * The questions since {@code nanos} that two nodes answered; throws if that may not be.
   *
   * @param starved whether the machine was too busy to promise anything; then they are only counted
   */
  int contested(Round round, long nanos, boolean starved) {
    List<Question> all = lab.asker().since(nanos);
    if (all.stream().noneMatch(each -> !each.answers().isEmpty())) {
      throw new Violation("the observer had no answer at all in this round");
    }
    int total = 0;
    for (String ip : lab.plan().serviceIps()) {
      List<Question> contested = Contests.of(ip, all);
      int allowed = round.togetherMillis() / Asker.INTERVAL_MILLIS;
      if (contested.size() > allowed && !starved) {
        throw new Violation(
            String.format(
                Locale.ROOT,
                "%d questions for %s had answers from two nodes, %d allowed; ms after the strike:%s",
                contested.size(),
                ip,
                allowed,
                describe(contested, nanos)));
      }
      total += contested.size();
    }
    return total;
  }

  /** The client's kernel sends to the owner. */
  void checkNeighbours() {
    for (String ip : lab.plan().serviceIps()) {
      String owner = Plan.order(lab.plan().nodes(), ip).getFirst();
      String known = lab.clientNeighbour(ip).orElse("nobody");
      if (!known.equals(Plan.macOf(owner))) {
        throw new Violation(
            "the client sends %s to %s, the owner %s has %s"
                .formatted(ip, known, owner, Plan.macOf(owner)));
      }
    }
  }

  /** No errors and no foreign lines since {@code nanos}; the most that a speaker wrote since. */
  long checkLogs(long nanos) {
    long most = 0;
    for (String node : lab.plan().nodes()) {
      SpeakerLog log = lab.speaker(node).log();
      for (LogEvent event : log.eventsSince(nanos)) {
        if (event.fields().path("level").asText().equals("ERROR")) {
          throw new Violation("an error in the log of %s: %s".formatted(node, event.fields()));
        }
      }
      List<String> strange =
          log.strangeLines().stream().filter(line -> !line.contains(NO_CARRIER)).toList();
      if (!strange.isEmpty()) {
        throw new Violation("%s has printed what should not be there: %s".formatted(node, strange));
      }
      long bytes = log.bytes();
      long grown = bytes - logBytes.getOrDefault(node, 0L);
      logBytes.put(node, bytes);
      most = Math.max(most, grown);
    }
    if (most > LOG_BYTES_LIMIT) {
      throw new Violation("a speaker has written " + most + " bytes of log in one round");
    }
    return most;
  }

  private static String describe(List<Question> contested, long since) {
    StringBuilder text = new StringBuilder();
    for (Question question : contested.subList(0, Math.min(20, contested.size()))) {
      text.append(String.format(Locale.ROOT, "%n  %.1f:", (question.nanos() - since) / 1e6));
      for (Question.Answer answer : question.answers()) {
        text.append(
            String.format(
                Locale.ROOT, " %s at %.1f", answer.mac(), (answer.nanos() - since) / 1e6));
      }
    }
    return text.toString();
  }
}
