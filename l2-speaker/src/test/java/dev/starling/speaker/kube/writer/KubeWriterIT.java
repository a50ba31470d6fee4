package dev.starling.speaker.kube.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.writes.Conflict;
import dev.starling.speaker.kube.writes.Members;
import dev.starling.speaker.kube.writes.OwnedService;
import dev.starling.speaker.kube.writes.Owner;
import dev.starling.speaker.kube.writes.Ownership;
import dev.starling.speaker.kube.writes.WriteNote;
import dev.starling.speaker.kube.writes.WriterRules;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The writer's thread, with a server that answers as the test wants. */
@Timeout(60)
class KubeWriterIT {
  private static final ObjectName WEB = new ObjectName("shop", "web");

  private final List<ApiRequest> requests = new CopyOnWriteArrayList<>();
  private final List<WriteNote> notes = new CopyOnWriteArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private final KubeWriter writer =
      new KubeWriter(
          new WriterRules("n1", true, true, null),
          new WriteExchange(
              "n1",
              new WriterPlace("starling-system", "memberlist", "secretkey"),
              this::answer,
              InstantSource.system(),
              () -> "abc"),
          notes::add);
  private volatile Mood mood = Mood.WELL;

  private enum Mood {
    WELL,
    AWAY,
    FROZEN,
    BROKEN
  }

  @AfterEach
  void close() {
    mood = Mood.WELL;
    writer.close();
  }

  private ApiReply answer(ApiRequest request) throws IOException {
    requests.add(request);
    return switch (mood) {
      case WELL ->
          new ApiReply(200, "", "{\"metadata\":{\"uid\":\"u1\",\"resourceVersion\":\"7\"}}");
      case AWAY -> throw new IOException("connection refused");
      case BROKEN -> throw new IllegalStateException("a fault of the program");
      case FROZEN -> {
        try {
          never.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        throw new InterruptedIOException("closed");
      }
    };
  }

  private void begin() {
    writer.start();
    writer.statusesListed();
    writer.members(new Members(new TreeSet<>(List.of("n1", "n2")), true));
  }

  private void own(String... names) {
    SortedMap<ObjectName, OwnedService> services = new TreeMap<>();
    for (String name : names) {
      Owner owner = new Owner.Node("n1", "death", "n2");
      services.put(
          new ObjectName("shop", name),
          new OwnedService("s-" + name, List.of("192.0.2.1"), new TreeSet<>(), owner));
    }
    writer.owners(new Ownership(services));
  }

  private List<String> methods() {
    return requests.stream().map(ApiRequest::method).toList();
  }

  @Test
  void anOwnerWritesAndThenHasNothingToWrite() {
    begin();
    own("web");
    await().until(() -> methods().equals(List.of("PATCH", "PATCH", "POST")));
    own("web");
    writer.conflict(WEB, new Conflict("192.0.2.1", "eth0", "02:00:00:00:00:09"));
    await().until(() -> methods().equals(List.of("PATCH", "PATCH", "POST", "POST")));
    assertThat(writer.status().attempts())
        .containsEntry("status/written", 1L)
        .containsEntry("event/written", 2L);
    assertThat(writer.status().waiting()).isZero();
    assertThat(notes).isEmpty();
  }

  @Test
  void nobodyWaitsForAFrozenServerAndTheEndComesWithinASecond() {
    begin();
    mood = Mood.FROZEN;
    own("web");
    await().until(() -> !requests.isEmpty());
    long beginNanos = System.nanoTime();
    for (int i = 0; i < 10_000; i++) {
      own("web", "dns" + i);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - beginNanos)).isLessThan(Duration.ofSeconds(5));
    long closeNanos = System.nanoTime();
    writer.close();
    assertThat(Duration.ofNanos(System.nanoTime() - closeNanos))
        .isLessThan(Duration.ofMillis(2_500));
    assertThat(requests).hasSize(1);
  }

  @Test
  void aServerThatIsAwayIsToldOnceAndGetsAllWhenItIsBack() {
    begin();
    mood = Mood.AWAY;
    own("web");
    await().until(() -> requests.size() >= 4);
    assertThat(writer.status().failing()).isTrue();
    assertThat(notes).containsExactly(new WriteNote.WritesFailing("connection refused"));
    requests.clear();
    mood = Mood.WELL;
    await().until(() -> writer.status().waiting() == 0);
    assertThat(notes).hasSize(2);
    assertThat(notes.getLast()).isInstanceOf(WriteNote.WritesWorking.class);
    assertThat(methods()).containsExactly("PATCH", "PATCH", "POST");
  }

  @Test
  void whoEndsDeletesItsStatuses() {
    begin();
    own("web", "dns");
    await().until(() -> requests.size() == 6);
    requests.clear();
    writer.close();
    assertThat(methods()).containsExactly("DELETE", "DELETE");
    assertThat(writer.status().waiting()).isZero();
  }

  @Test
  void aFaultOfTheProgramEndsTheWriterAndNothingElseAndIsSeen() {
    begin();
    mood = Mood.BROKEN;
    own("web");
    await().until(() -> !notes.isEmpty());
    assertThat(notes.getFirst()).isInstanceOf(WriteNote.WriterEnded.class);
    own("dns");
    assertThat(writer.status().failing()).isTrue();
    assertThat(writer.status().lastError())
        .isEqualTo(notes.getFirst().text())
        .contains("a fault of the program");
    assertThat(writer.status().attempts()).containsEntry("writer/ended", 1L);
  }

  @Test
  void whoWasNeverStartedIsClosedAllTheSame() {
    own("web");
    writer.close();
    assertThat(requests).isEmpty();
  }
}
