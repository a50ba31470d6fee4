package dev.starling.speaker.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.speaker.kube.inputs.ApiObject;
import dev.starling.speaker.kube.inputs.ObjectList;
import dev.starling.speaker.kube.inputs.ReadFault;
import dev.starling.speaker.kube.model.ObjectName;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObjectStoreTest {
  private final ReentrantLock lock = new ReentrantLock();
  private final ObjectStore<String> store =
      new ObjectStore<>("things", 1_000, lock, lock.newCondition());

  @Test
  void aListReplacesEverythingAndIsNewsOnlyIfItDiffers() {
    assertThat(store.isListed()).isFalse();
    replace("5", List.of(object("a", 1, "x"), object("b", 2, "y"), object("unused", 3, null)));
    assertThat(store.isListed()).isTrue();
    assertThat(store.takeFresh()).isTrue();
    assertThat(contents()).isEqualTo("{a=x, b=y}");

    replace("6", List.of(object("a", 4, "x"), object("b", 5, "y")));
    assertThat(store.takeFresh()).isFalse();
    replace("7", List.of(object("a", 4, "x")));
    assertThat(store.takeFresh()).isTrue();
    replace("8", List.of(object("a", 8, "z")));
    assertThat(store.takeFresh()).isTrue();
    assertThat(contents()).isEqualTo("{a=z}");
  }

  @Test
  void anEmptyListIsNewsIfItIsTheFirst() {
    replace("5", List.of());
    assertThat(store.takeFresh()).isTrue();
    replace("6", List.of());
    assertThat(store.takeFresh()).isFalse();
  }

  @Test
  void aChangeIsNewsOnlyIfWhatIsKeptDiffers() {
    replace("5", List.of(object("a", 1, "x")));
    store.takeFresh();
    store.changed(object("a", 6, "x"));
    assertThat(store.takeFresh()).isFalse();
    store.changed(object("a", 7, "y"));
    assertThat(store.takeFresh()).isTrue();
    store.changed(object("other", 8, null));
    assertThat(store.takeFresh()).isFalse();
    store.changed(object("a", 9, null));
    assertThat(store.takeFresh()).isTrue();
    assertThat(contents()).isEqualTo("{}");
  }

  @Test
  void whatIsOlderThanWhatIsKnownChangesNothing() {
    replace("5", List.of(object("a", 4, "x"), object("b", 2, "y")));
    store.changed(object("a", 4, "old"));
    store.changed(object("a", 3, "old"));
    store.deleted(object("a", 4, "x"));
    store.deleted(object("b", 6, "y"));
    store.changed(object("b", 2, "ghost"));
    store.deleted(object("never", 3, "z"));

    assertThat(contents()).isEqualTo("{a=x}");
  }

  @Test
  void objectsWithoutANumberedVersionAreTakenAsTheyCome() {
    replace("five", List.of(new ApiObject<>(new ObjectName("", "a"), "one", "x")));
    store.changed(new ApiObject<>(new ObjectName("", "a"), "", "y"));
    assertThat(contents()).isEqualTo("{a=y}");
    store.deleted(new ApiObject<>(new ObjectName("", "a"), "x", "y"));
    assertThat(contents()).isEqualTo("{}");
    assertThat(store.doubt(new ObjectList<>(List.of(), "four", ""))).isNull();
  }

  @Test
  void anUnlikelyListIsDoubted() {
    assertThat(store.doubt(new ObjectList<>(List.of(), "1", ""))).isNull();
    replace("5", List.of(object("a", 4, "x")));
    assertThat(store.doubt(new ObjectList<>(List.of(), "6", ""))).contains("none of the 1");
    assertThat(store.doubt(new ObjectList<>(List.of(object("b", 3, null)), "6", "")))
        .contains("none of the 1");
    assertThat(store.doubt(new ObjectList<>(List.of(object("a", 4, "x")), "4", "")))
        .contains("older");
    assertThat(store.doubt(new ObjectList<>(List.of(object("a", 4, "x")), "5", ""))).isNull();
  }

  @Test
  void whatThereIsNoRoomForIsLeftOutAndCounted() {
    List<ApiObject<String>> all =
        IntStream.rangeClosed(0, ObjectStore.OBJECTS_MAX)
            .mapToObj(i -> object("o" + i, 1, "x"))
            .toList();
    replace("5", all);
    assertThat(store.count()).isEqualTo(ObjectStore.OBJECTS_MAX);
    assertThat(store.dropped()).isEqualTo(1);
    store.changed(object("another", 6, "x"));
    assertThat(store.dropped()).isEqualTo(2);
    store.changed(object("o0", 7, "y"));
    store.deleted(object("o1", 8, "x"));
    store.changed(object("another", 9, "x"));
    assertThat(store.dropped()).isEqualTo(2);
  }

  @Test
  void whatIsHeldIsNotDroppedForSomethingNew() {
    replace("5", List.of(sized("a", 1, "x", 400), sized("b", 2, "x", 300)));
    store.changed(sized("c", 6, "x", 100));
    assertThat(contents()).isEqualTo("{a=x, b=x}");
    assertThat(store.dropped()).isEqualTo(1);
    store.changed(sized("a", 7, "yy", 600));
    assertThat(contents()).isEqualTo("{a=yy, b=x}");

    List<ApiObject<String>> next =
        List.of(sized("0", 8, "x", 100), sized("a", 7, "yy", 600), sized("b", 2, "x", 300));
    assertThat(next.stream().filter(object -> store.fitting(object, 0, 0) != null)).hasSize(3);
    replace("9", next);
    assertThat(contents()).isEqualTo("{a=yy, b=x}");
    assertThat(store.dropped()).isEqualTo(2);
    store.deleted(sized("b", 10, "x", 300));
    store.changed(sized("c", 11, "x", 100));
    assertThat(contents()).isEqualTo("{a=yy, c=x}");
  }

  @Test
  void whatHasGrownBeyondAllRoomIsLeftOutAndNotKeptAsItWas() {
    replace("5", List.of(sized("a", 1, "x", 400), sized("b", 2, "x", 300)));
    store.takeFresh();
    store.changed(sized("a", 6, "xxx", 701));
    assertThat(contents()).isEqualTo("{b=x}");
    assertThat(store.takeFresh()).isTrue();
    store.changed(sized("a", 7, "x", 400));
    assertThat(contents()).isEqualTo("{a=x, b=x}");
  }

  @Test
  void aLongListIsCutWhileItIsRead() {
    replace("5", List.of(sized("a", 1, "x", 400)));
    String equal = new String(new char[] {'x'});
    ApiObject<String> shared = store.fitting(sized("a", 6, equal, 400), 1_000_000, 1_000_000);
    assertThat(Objects.requireNonNull(shared).kept()).isSameAs("x");
    assertThat(store.fitting(sized("a", 6, "y", 300), 1_000_000, 1_000_000)).isNotNull();
    assertThat(store.fitting(sized("b", 6, "y", 1), ObjectStore.OBJECTS_MAX, 0)).isNull();
    assertThat(store.fitting(sized("b", 6, "y", 1), 0, 750)).isNull();
    assertThat(store.fitting(sized("b", 6, "y", 1), 0, 749)).isNotNull();
    assertThat(store.dropped()).isEqualTo(2);
  }

  @Test
  void whatCannotBeTakenIsLeftOut() {
    replace("5", List.of(object("a", 1, "x"), object("b", 2, "y")));
    store.changed(object("a", 6, "x").without(ReadFault.TOO_MANY_LABELS));
    store.changed(ApiObject.unreadable());
    assertThat(contents()).isEqualTo("{b=y}");
    assertThat(store.dropped()).isEqualTo(2);
    assertThat(store.fitting(ApiObject.unreadable(), 0, 0)).isNull();
    assertThat(store.dropped()).isEqualTo(3);
  }

  @Test
  void aKindThatIsUnknownIsListedAndEmpty() {
    store.absent();
    assertThat(store.isListed()).isTrue();
    assertThat(store.isAbsent()).isTrue();
    assertThat(store.takeFresh()).isTrue();
    store.absent();
    assertThat(store.takeFresh()).isFalse();
    replace("5", List.of());
    assertThat(store.isAbsent()).isFalse();
    assertThat(store.takeFresh()).isTrue();
  }

  private void replace(String version, List<ApiObject<String>> objects) {
    store.replaced(objects, version);
  }

  private String contents() {
    TreeMap<String, String> all = new TreeMap<>();
    store.forEach((name, object) -> all.put(name.name(), object));
    assertThat(store.count()).isEqualTo(all.size());
    return all.toString();
  }

  private static ApiObject<String> sized(String name, long version, String kept, long bytes) {
    return new ApiObject<>(new ObjectName("", name), Long.toString(version), kept, bytes, null);
  }

  private static ApiObject<String> object(String name, long version, @Nullable String kept) {
    return new ApiObject<>(new ObjectName("", name), Long.toString(version), kept);
  }
}
