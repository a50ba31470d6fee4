package dev.starling.speaker.file;

import dev.starling.membership.KeyFile;
import dev.starling.membership.KeyText;
import dev.starling.speaker.cli.ConfigText;
import dev.starling.speaker.config.ConfigFile;
import dev.starling.speaker.config.ConfigResult;
import dev.starling.speaker.config.Fault;
import dev.starling.speaker.config.Settings;
import dev.starling.speaker.config.SpeakerConfig;
import dev.starling.speaker.config.Surroundings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A speaker's file and its key file, and what of them is in force. A change of either counts with
 * the other: both are good and taken, or the last good pair stays. Of one thread.
 */
public final class FileSource {
  private final String name;
  private final Path folder;
  private final Surroundings host;
  private final InstantSource clock;
  private final WatchedFile configFile;
  private ConfigResult latestConfig = new ConfigResult.Bad(List.of());
  private @Nullable String unreadable;
  private @Nullable WatchedFile keyFile;
  private KeyFile latestKeys = new KeyFile(List.of(), List.of());
  private @Nullable String keyUnreadable;
  private @Nullable SpeakerConfig config;
  private List<KeyText> keys = List.of();
  private List<String> faults = List.of();

  /** What a look has come to. */
  public sealed interface Outcome {
    /** Nothing new. */
    record Unchanged() implements Outcome {}

    /** These are in force from now on. */
    record Applied(SpeakerConfig config, List<KeyText> keys) implements Outcome {
      /** Copies the list. */
      public Applied {
        keys = List.copyOf(keys);
      }
    }

    /**
     * The last good ones stay in force.
     *
     * @param faults all that is wrong, one line each, with file and line
     * @param unreadable whether a file could not be read at all
     */
    record Refused(List<String> faults, boolean unreadable) implements Outcome {
      /** Copies the list. */
      public Refused {
        faults = List.copyOf(faults);
      }
    }

    /** After a refusal the files again say what is in force. */
    record Restored() implements Outcome {}
  }

  /**
   * A source of which nothing is in force yet.
   *
   * @param file the settings
   * @param host what holds where the file says nothing
   * @param clock to tell whether a file was changed just now
   */
  public FileSource(Path file, Surroundings host, InstantSource clock) {
    this.name = file.toString();
    this.folder = file.toAbsolutePath();
    this.host = host;
    this.clock = clock;
    configFile = new WatchedFile(file, Settings.MAX_FILE_BYTES, clock);
  }

  /** What the settings file is called. */
  public String name() {
    return name;
  }

  /**
   * Looks at both files.
   *
   * @param asked whether a person asked for it: no caution about half-written files, and a refusal
   *     is told again
   */
  public Outcome poll(boolean asked) {
    WatchedFile.Content changed = configFile.look(asked);
    if (changed != null) {
      read(changed);
    }
    boolean keysChanged = lookAtKeys(asked);
    if (changed == null && !keysChanged && !asked) {
      return new Outcome.Unchanged();
    }
    return judge(asked);
  }

  private void read(WatchedFile.Content content) {
    switch (content) {
      case WatchedFile.Content.Unreadable(String why) ->
          unreadable = name + ": cannot be read: " + why + "; give a YAML file";
      case WatchedFile.Content.Bytes found -> {
        unreadable = null;
        latestConfig = ConfigFile.parse(found.bytes(), host);
      }
    }
  }

  private boolean lookAtKeys(boolean asked) {
    if (!(latestConfig instanceof ConfigResult.Good(SpeakerConfig latest))) {
      return false;
    }
    Path path = ConfigText.keyFile(folder, latest.keyFile());
    WatchedFile watched = keyFile;
    if (watched == null || !watched.path().equals(path)) {
      watched = new WatchedFile(path, ConfigText.MAX_KEY_BYTES, clock);
      keyFile = watched;
    }
    return switch (watched.look(asked)) {
      case null -> false;
      case WatchedFile.Content.Unreadable(String why) -> {
        keyUnreadable =
            path + ": cannot be read: " + why + "; 'starling keygen' prints a key to put there";
        yield true;
      }
      case WatchedFile.Content.Bytes found -> {
        keyUnreadable = null;
        String text = new String(found.bytes(), StandardCharsets.UTF_8);
        latestKeys = latest.kubernetes() == null ? KeyFile.parse(text) : KeyFile.single(text);
        yield true;
      }
    };
  }

  private Outcome judge(boolean asked) {
    List<String> found = faultsNow();
    boolean told = found.equals(faults);
    faults = found;
    if (!found.isEmpty()) {
      boolean noFile = unreadable != null || keyUnreadable != null;
      return told && !asked ? new Outcome.Unchanged() : new Outcome.Refused(found, noFile);
    }
    if (!(latestConfig instanceof ConfigResult.Good(SpeakerConfig latest))) {
      throw new IllegalStateException("a bad configuration has faults");
    }
    if (latest.equals(config) && latestKeys.keys().equals(keys)) {
      return told ? new Outcome.Unchanged() : new Outcome.Restored();
    }
    config = latest;
    keys = latestKeys.keys();
    return new Outcome.Applied(latest, keys);
  }

  private List<String> faultsNow() {
    if (unreadable != null) {
      return List.of(unreadable);
    }
    return switch (latestConfig) {
      case ConfigResult.Bad(List<Fault> bad) -> bad.stream().map(f -> f.text(name)).toList();
      case ConfigResult.Good(SpeakerConfig latest) -> {
        SpeakerConfig current = config;
        List<String> fixed = current == null ? List.of() : current.restartNeeded(latest);
        if (!fixed.isEmpty()) {
          yield List.of(
              name
                  + ": "
                  + String.join(", ", fixed)
                  + ": only a restart applies a change of this; restart the speaker, or undo it");
        }
        yield keyFaults();
      }
    };
  }

  private List<String> keyFaults() {
    if (keyUnreadable != null) {
      return List.of(keyUnreadable);
    }
    String path = keyFile == null ? "" : keyFile.path().toString();
    return latestKeys.faults().stream()
        .map(fault -> path + ":" + Math.max(1, fault.line()) + ": " + fault.reason().message())
        .toList();
  }
}
