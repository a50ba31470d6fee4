package dev.starling.speaker.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a speaker's YAML file. Never throws, whatever the file holds. */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * The settings of a file, or all of its faults.
   *
   * @param content the bytes of the file: UTF-8, at most {@link Settings#MAX_FILE_BYTES}
   * @param host what holds where the file says nothing
   */
  public static ConfigResult parse(byte[] content, Surroundings host) {
    if (content.length > Settings.MAX_FILE_BYTES) {
      String problem = content.length + " bytes";
      return bad(problem, "at most " + Settings.MAX_FILE_BYTES + " bytes");
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    try {
      return parse(decoder.decode(ByteBuffer.wrap(content)).toString(), host);
    } catch (CharacterCodingException e) {
      return bad("not UTF-8", "save the file as UTF-8");
    }
  }

  /** As {@link #parse(byte[], Surroundings)}, of decoded text. */
  public static ConfigResult parse(String content, Surroundings host) {
    if (content.length() > Settings.MAX_FILE_BYTES) {
      return bad("too long", "at most " + Settings.MAX_FILE_BYTES + " bytes");
    }
    Faults faults = new Faults();
    YamlNode root = YamlTree.parse(content, faults);
    if (faults.count() > 0) {
      return new ConfigResult.Bad(faults.inOrder());
    }
    return new ConfigReader(faults, host).read(root);
  }

  private static ConfigResult bad(String problem, String remedy) {
    return new ConfigResult.Bad(List.of(new Fault(1, 1, "", problem, remedy)));
  }
}
