package dev.starling.speaker.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A speaker's status for people. */
final class StatusTable {
  private static final int SECOND_MILLIS = 1_000;
  private static final int MINUTE_MILLIS = 60 * SECOND_MILLIS;
  private static final int HOUR_MILLIS = 60 * MINUTE_MILLIS;
  private static final long DAY_MILLIS = 24L * HOUR_MILLIS;

  private final PrintWriter out;

  StatusTable(PrintWriter out) {
    this.out = out;
  }

  void print(JsonTree status) {
    head(status);
    members(status.object("view"));
    peers(status.object("membership"));
    links(status);
    ips(status);
    failovers(status);
    config(status.object("config"));
    String scheduling = status.text("scheduling");
    if (!scheduling.isEmpty() && !scheduling.equals("normal")) {
      line("priority", scheduling);
    }
  }

  private void head(JsonTree status) {
    JsonTree state = status.object("state");
    JsonTree permit = status.object("permit");
    JsonTree view = status.object("view");
    String why = state.text("why").isEmpty() ? "" : " (" + state.text("why") + ")";
    line("node", status.text("node") + ", starling " + status.text("version"));
    line("state", state.text("name") + " for " + age(state.number("ageMillis")) + why);
    line(
        "view",
        view.names().isEmpty()
            ? "none yet"
            : view.text("epoch")
                + " for "
                + age(view.number("ageMillis"))
                + ", "
                + view.objects("members").size()
                + " members of "
                + status.text("expected")
                + " expected, "
                + (status.flag("majority") ? "a majority" : "no majority"));
    String left = permit.text("remainingMillis");
    line(
        "permit",
        !permit.flag("held")
            ? "not held: silent"
            : left.isEmpty() ? "held" : "held, " + left + " ms left");
    boolean alone = view.objects("members").size() <= 1;
    if (alone && !view.names().isEmpty() && status.number("expected") > 1) {
      line("witness", status.flag("witnessed") ? "answers" : "does not answer");
    }
    group(status.object("membership"));
  }

  private void group(JsonTree membership) {
    String problem = membership.text("problem");
    if (!problem.isEmpty()) {
      line("problem", problem);
    }
    for (JsonTree key : membership.objects("keys")) {
      List<String> laggards = key.texts("laggards");
      line(
          "key",
          key.text("id")
              + (key.flag("newest") ? ", the newest" : ", still accepted")
              + " for "
              + age(key.number("ageMillis"))
              + (laggards.isEmpty() ? "" : ", not yet at " + String.join(" ", laggards)));
    }
    JsonTree drops = membership.object("drops");
    String dropped =
        drops.names().stream()
            .filter(reason -> drops.number(reason) > 0)
            .map(reason -> reason + " " + drops.text(reason))
            .collect(Collectors.joining(", "));
    line("dropped", dropped.isEmpty() ? "no datagrams" : dropped);
  }

  private void peers(JsonTree membership) {
    Table table = new Table("PEER", "IN THE VIEW", "NEWEST KEY", "LAST HEARD");
    for (JsonTree peer : membership.objects("peers")) {
      boolean heard = peer.number("lastHeardMillis") >= 0 && !peer.text("newestKeyId").isEmpty();
      table.row(
          peer.text("node"),
          peer.flag("member") ? "yes" : "no",
          peer.text("newestKeyId"),
          heard ? age(peer.number("lastHeardMillis")) + " ago" : "never");
    }
    section(table);
  }

  private void members(JsonTree view) {
    Table table = new Table("MEMBER", "LIFE", "STATE", "USABLE LINKS");
    for (JsonTree member : view.objects("members")) {
      String state =
          !member.flag("known")
              ? "unknown"
              : member.flag("draining")
                  ? "draining"
                  : member.flag("settled") ? "settled" : "settling";
      table.row(
          member.text("node") + (member.flag("self") ? " *" : ""),
          member.text("member"),
          state,
          String.join(" ", member.texts("usableLinks")));
    }
    section(table);
  }

  private void links(JsonTree status) {
    Table table = new Table("LINK", "STATE", "MAC");
    for (JsonTree link : status.objects("links")) {
      String state =
          link.flag("usable")
              ? "usable"
              : !link.flag("present")
                  ? "gone"
                  : !link.flag("up")
                      ? "down"
                      : !link.flag("carrier") ? "no carrier" : "not captured";
      table.row(link.text("name"), state, link.text("mac"));
    }
    section(table);
  }

  private void ips(JsonTree status) {
    Table table = new Table("IP", "SERVICE", "OWNER", "STATE", "FOR", "CANDIDATES", "EXCLUDED");
    for (JsonTree ip : status.objects("ips")) {
      String state =
          ip.flag("answering")
              ? "answering"
              : !ip.text("silence").isEmpty()
                  ? ip.text("silence")
                  : ip.flag("owned") ? "owned, silent" : "elsewhere";
      JsonTree excluded = ip.object("excluded");
      List<String> reasons =
          excluded.names().stream().map(node -> node + ":" + excluded.text(node)).toList();
      table.row(
          ip.text("ip"),
          ip.text("service"),
          ip.text("owner") + (ip.flag("owned") ? " *" : ""),
          state,
          age(ip.number("sinceMillis")),
          String.join(" ", ip.texts("candidates")),
          String.join(" ", reasons));
    }
    section(table);
  }

  private void failovers(JsonTree status) {
    Table table = new Table("FAILOVER", "FROM", "TO", "IPS", "AGO", "TOOK ms", "PHASES ms");
    for (JsonTree flight : status.objects("failovers").reversed()) {
      String phases =
          flight.objects("phases").stream()
              .map(phase -> phase.text("name") + " " + phase.text("millis"))
              .collect(Collectors.joining(", "));
      table.row(
          flight.text("cause"),
          flight.text("from"),
          flight.text("to"),
          flight.text("ipCount"),
          age(flight.number("agoMillis")),
          flight.text("totalMillis"),
          phases);
    }
    section(table);
  }

  private void config(JsonTree config) {
    out.println();
    line("config", config.text("file") + ", in force since " + config.text("loadedAt"));
    for (String fault : config.texts("faults")) {
      line("refused", fault);
    }
  }

  private void section(Table table) {
    if (!table.isEmpty()) {
      out.println();
      table.print(out);
    }
  }

  private void line(String name, String value) {
    out.println(String.format(Locale.ROOT, "%-10s %s", name, Table.shown(value)));
  }

  /** A duration in the two largest units that matter. */
  static String age(double millis) {
    if (millis < SECOND_MILLIS) {
      return Math.round(millis) + " ms";
    }
    if (millis < MINUTE_MILLIS) {
      return String.format(Locale.ROOT, "%.1f s", millis / SECOND_MILLIS);
    }
    long whole = (long) millis;
    if (whole < HOUR_MILLIS) {
      return whole / MINUTE_MILLIS + " min " + whole % MINUTE_MILLIS / SECOND_MILLIS + " s";
    }
    if (whole < DAY_MILLIS) {
      return whole / HOUR_MILLIS + " h " + whole % HOUR_MILLIS / MINUTE_MILLIS + " min";
    }
    return whole / DAY_MILLIS + " d " + whole % DAY_MILLIS / HOUR_MILLIS + " h";
  }
}
