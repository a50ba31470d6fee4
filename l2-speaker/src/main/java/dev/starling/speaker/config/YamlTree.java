package dev.starling.speaker.config;

import dev.starling.speaker.config.YamlNode.Entries;
import dev.starling.speaker.config.YamlNode.Entry;
import dev.starling.speaker.config.YamlNode.Items;
import dev.starling.speaker.config.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds the tree of one YAML file from the parser's events. Made here, since the parser's own
 * composer has no limit on depth and shares aliased nodes without a bound on what walking them
 * costs.
 */
final class YamlTree {
  private static final int MAX_DEPTH = 16;
  private static final long MAX_NODES = 400_000;
  private static final int MAX_PROBLEM = 200;
  private static final String MEND = "mend the YAML; what else is wrong shows after that";

  private final Iterator<Event> events;
  private final Map<Anchor, YamlNode> anchors = new HashMap<>();

  private YamlTree(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setUseMarks(true)
            .setCodePointLimit(Settings.MAX_FILE_BYTES)
            // A token is copied again at each refill: with the usual 1 KiB, one of 4 MiB takes 40
            // s.
            .setBufferSize(64 * 1_024)
            .build();
    this.events = new Parse(settings).parseString(text).iterator();
  }

  /** The only document of {@code text}; null if there is none, or a fault was noted. */
  static @Nullable YamlNode parse(String text, Faults faults) {
    try {
      return new YamlTree(text).document();
    } catch (NotUsable e) {
      faults.add(e.fault);
    } catch (MarkedYamlEngineException e) {
      Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
      faults.add(fault(mark, "not YAML: " + e.getProblem(), MEND));
    } catch (ReaderException e) {
      faults.add(strangeCharacter(text, e));
    } catch (YamlEngineException | NumberFormatException e) {
      faults.add(fault(Optional.empty(), "not YAML: " + e.getMessage(), MEND));
    }
    return null;
  }

  private @Nullable YamlNode document() throws NotUsable {
    YamlNode root = null;
    while (events.hasNext()) {
      Event event = events.next();
      if (event instanceof DocumentStartEvent && root != null) {
        throw new NotUsable(event, "a second document starts", "keep one document in a file");
      }
      if (event instanceof NodeEvent) {
        root = node(event, 1);
      }
    }
    return root;
  }

  private YamlNode node(Event event, int depth) throws NotUsable {
    if (depth > MAX_DEPTH) {
      throw new NotUsable(event, "nested too deeply", "the settings go " + MAX_DEPTH + " deep");
    }
    if (event instanceof AliasEvent alias) {
      YamlNode target = anchors.get(alias.getAlias());
      if (target == null) {
        throw new NotUsable(
            event, "alias " + Faults.shown(alias.getAlias().toString()) + " has no anchor", MEND);
      }
      return target;
    }
    YamlNode node =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar);
          case SequenceStartEvent start -> items(start, depth);
          case MappingStartEvent start -> entries(start, depth);
          default -> throw new IllegalStateException("the parser gave " + event);
        };
    // Registered when complete: an alias cannot stand inside of its own anchor.
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
    return node;
  }

  private static Scalar scalar(ScalarEvent event) throws NotUsable {
    refuseTag(event, event.getTag());
    return new Scalar(line(event), column(event), event.getValue(), event.isPlain());
  }

  private Items items(SequenceStartEvent start, int depth) throws NotUsable {
    refuseTag(start, start.getTag());
    List<YamlNode> items = new ArrayList<>();
    long weight = 1;
    for (Event event = events.next(); !(event instanceof SequenceEndEvent); event = events.next()) {
      YamlNode item = node(event, depth + 1);
      weight = weighed(weight + item.weight(), event);
      items.add(item);
    }
    return new Items(line(start), column(start), items, weight);
  }

  private Entries entries(MappingStartEvent start, int depth) throws NotUsable {
    refuseTag(start, start.getTag());
    List<Entry> entries = new ArrayList<>();
    long weight = 1;
    for (Event event = events.next(); !(event instanceof MappingEndEvent); event = events.next()) {
      if (!(node(event, depth + 1) instanceof Scalar key)) {
        throw new NotUsable(event, "a key is not plain text", "put a value in a list instead");
      }
      Event next = events.next();
      YamlNode value = node(next, depth + 1);
      weight = weighed(weight + 1 + value.weight(), next);
      entries.add(new Entry(key, value));
    }
    return new Entries(line(start), column(start), entries, weight);
  }

  private static long weighed(long weight, Event at) throws NotUsable {
    if (weight > MAX_NODES) {
      String remedy = "at most " + MAX_NODES + ", each alias counted as often as it is used";
      throw new NotUsable(at, "too many values", remedy);
    }
    return weight;
  }

  private static void refuseTag(Event event, Optional<String> tag) throws NotUsable {
    if (tag.isPresent()) {
      throw new NotUsable(event, "tag " + Faults.shown(tag.get()), "write the value without it");
    }
  }

  private static Fault strangeCharacter(String text, ReaderException e) {
    int line = 1;
    int column = 1;
    for (int c : text.codePoints().limit(Math.max(0, e.getPosition())).toArray()) {
      line += c == '\n' ? 1 : 0;
      column = c == '\n' ? 1 : column + 1;
    }
    String problem = String.format(Locale.ROOT, "not YAML: character U+%04X", e.getCodePoint());
    return new Fault(line, column, "", problem, "remove it, or spell it in double quotes as \\u");
  }

  private static Fault fault(Optional<Mark> mark, String problem, String remedy) {
    int line = mark.map(Mark::getLine).orElse(0) + 1;
    int column = mark.map(Mark::getColumn).orElse(0) + 1;
    // The parser quotes what it stumbled over, whatever that is.
    String shown = Faults.visible(problem.replaceAll("\\s+", " "), MAX_PROBLEM);
    return new Fault(line, column, "", shown, remedy);
  }

  private static int line(Event event) {
    return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private static int column(Event event) {
    return event.getStartMark().map(Mark::getColumn).orElse(0) + 1;
  }

  /** Ends the parsing: YAML that no settings can be read from. */
  private static final class NotUsable extends Exception {
    private final transient Fault fault;

    private NotUsable(Event at, String problem, String remedy) {
      super(problem);
      this.fault = YamlTree.fault(at.getStartMark(), problem, remedy);
    }
  }
}
