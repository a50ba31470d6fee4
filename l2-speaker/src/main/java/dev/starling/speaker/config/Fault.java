package dev.starling.speaker.config;

/**
 * One thing that is wrong with a file.
 *
 * @param line where, from 1
 * @param column where in the line, from 1
 * @param path the setting, such as {@code services[2].ips[0]}; empty for the file as a whole
 * @param problem what is wrong
 * @param remedy what would be right
 */
public record Fault(int line, int column, String path, String problem, String remedy) {
  /** {@code file:line:column: path: problem; remedy}, the form that editors can jump to. */
  public String text(String file) {
    String where = file + ":" + line + ":" + column + ": ";
    return where + (path.isEmpty() ? "" : path + ": ") + problem + "; " + remedy;
  }
}
