package dev.starling.speaker.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealTimeTest {
  @TempDir private Path threads;

  private final SortedMap<Integer, Integer> asked = new TreeMap<>();
  private RealTime.Listing listing = Files::newDirectoryStream;
  private int error;
  private RealTime realTime;

  @BeforeEach
  void begin() {
    realTime =
        new RealTime(
            threads,
            folder -> listing.of(folder),
            (thread, priority) -> {
              asked.put(thread, priority);
              return error;
            });
  }

  @Test
  void allThreadsGetTheSamePriority() throws IOException {
    thread(7);
    thread(8);

    assertThat(realTime.sweep()).isTrue();

    assertThat(asked).containsOnly(Map.entry(7, 1), Map.entry(8, 1));
    assertThat(realTime.status()).isEqualTo("realtime");
  }

  @Test
  void onlyWhatIsNewIsAskedFor() throws IOException {
    thread(7);
    realTime.sweep();
    asked.clear();
    thread(8);

    assertThat(realTime.sweep()).isTrue();

    assertThat(asked).containsOnlyKeys(8);
  }

  @Test
  void aThreadThatIsGoneIsNoMatterAndItsNumberMayComeAgain() throws IOException {
    thread(13);
    error = 3;
    assertThat(realTime.sweep()).isTrue();
    assertThat(realTime.status()).isEqualTo("realtime");
    asked.clear();
    error = 0;

    assertThat(realTime.sweep()).isTrue();

    assertThat(asked).containsOnlyKeys(13);
  }

  @Test
  void aRefusalIsShownWithWhatItNeeds() throws IOException {
    thread(7);
    error = 1;

    assertThat(realTime.sweep()).isFalse();

    assertThat(realTime.status())
        .startsWith("realtime refused: ")
        .contains("CAP_SYS_NICE")
        .doesNotContain("some threads have it");
  }

  /** As with a limit RLIMIT_RTPRIO of 1. */
  @Test
  void aRefusalOfSomeIsShownAsThat() throws IOException {
    thread(7);
    realTime.sweep();
    thread(8);
    error = 1;

    assertThat(realTime.sweep()).isFalse();

    assertThat(realTime.status()).startsWith("realtime refused: ").endsWith("some threads have it");
  }

  @Test
  void anUnreadableListIsShownAndTriedAgain() throws IOException {
    Files.delete(threads);

    assertThat(realTime.sweep()).isTrue();
    assertThat(realTime.status()).startsWith("realtime, but the threads cannot be listed: ");

    thread(7);

    assertThat(realTime.sweep()).isTrue();
    assertThat(realTime.status()).isEqualTo("realtime");
    assertThat(asked).containsOnlyKeys(7);
  }

  @Test
  void aListThatBreaksOffIsShownAndTriedAgain() throws IOException {
    thread(7);
    listing = _ -> new Torn(new IOException("torn"));

    assertThat(realTime.sweep()).isTrue();
    assertThat(realTime.status()).startsWith("realtime, but ").endsWith("torn");

    listing = Files::newDirectoryStream;

    assertThat(realTime.sweep()).isTrue();
    assertThat(realTime.status()).isEqualTo("realtime");
    assertThat(asked).containsOnlyKeys(7);
  }

  /** The priority 0 is none of SCHED_RR's: the kernel says EINVAL, and nothing has changed. */
  @Test
  void theKernelIsAskedAndItsErrorIsRead() {
    assertThat(new SchedulerCall().roundRobin(0, 0)).isEqualTo(22);
  }

  private void thread(int number) throws IOException {
    Files.createDirectories(threads.resolve(Integer.toString(number)));
  }

  /** A list that can be opened and not be read. */
  private record Torn(IOException why) implements DirectoryStream<Path> {
    @Override
    public Iterator<Path> iterator() {
      return Stream.<Path>generate(
              () -> {
                throw new DirectoryIteratorException(why);
              })
          .iterator();
    }

    @Override
    public void close() {}
  }
}
