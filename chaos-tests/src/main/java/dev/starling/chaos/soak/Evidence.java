package dev.starling.chaos.soak;

import dev.starling.chaos.Lab;
import dev.starling.chaos.Steadiness;
import dev.starling.chaos.netns.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** What is kept of a lab in which something went wrong. */
final class Evidence {
  private Evidence() {}

  /** Saves {@code story}, what each node says of itself, and the logs, in {@code folder}. */
  static void save(Lab lab, Path folder, String story) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("story"), story + "\n" + Steadiness.describe(lab) + "\n");
      for (String node : lab.plan().nodes()) {
        Path log = lab.files().log(node);
        if (Files.exists(log)) {
          Files.copy(log, folder.resolve(node + ".log"), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new LabException("cannot save what went wrong in " + folder, e);
    }
  }
}
