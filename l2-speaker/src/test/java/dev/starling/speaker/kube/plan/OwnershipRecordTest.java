package dev.starling.speaker.kube.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.starling.election.ServiceIp;
import dev.starling.speaker.core.Owners;
import dev.starling.speaker.core.Plan;
import dev.starling.speaker.kube.model.Candidate;
import dev.starling.speaker.kube.model.ObjectName;
import dev.starling.speaker.kube.model.Verdict;
import dev.starling.speaker.kube.model.WithheldReason;
import dev.starling.speaker.kube.writes.OwnedService;
import dev.starling.speaker.kube.writes.Owner;
import dev.starling.speaker.kube.writes.Ownership;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnershipRecordTest {
  private static final ObjectName WEB = new ObjectName("default", "web");
  private static final ServiceIp IP = ServiceIp.of("192.0.2.80");

  private final SortedMap<ObjectName, Verdict> verdicts = new TreeMap<>();
  private final SortedMap<ObjectName, String> uids = new TreeMap<>();
  private final SortedMap<ServiceIp, String> byIp = new TreeMap<>();
  private final SortedSet<ServiceIp> linkless = new TreeSet<>();

  OwnershipRecordTest() {
    uids.put(WEB, "u1");
    SortedMap<String, Candidate> candidates = new TreeMap<>();
    candidates.put("a", new Candidate(0, new TreeSet<>(List.of("eth1"))));
    candidates.put("b", new Candidate(0, null));
    verdicts.put(WEB, new Verdict.Announced("p", List.of(IP), candidates, new TreeMap<>(), false));
  }

  @Test
  void theOwnerAnnouncesOnItsOwnInterfaces() {
    byIp.put(IP, "a");
    OwnedService web = web(null);
    assertThat(web.uid()).isEqualTo("u1");
    assertThat(web.ips()).containsExactly("192.0.2.80");
    assertThat(web.interfaces()).containsExactly("eth1");
    assertThat(web.owner()).isEqualTo(new Owner.Node("a", "", ""));
    byIp.put(IP, "b");
    assertThat(web(null).interfaces()).as("all").isEmpty();
  }

  @Test
  void whoOwnedItBeforeIsRemembered() {
    byIp.put(IP, "a");
    Ownership first = ownership(null);
    byIp.put(IP, "b");
    Ownership second = ownership(first);
    assertThat(ownerIn(second)).isEqualTo(new Owner.Node("b", "", "a"));
    assertThat(ownerIn(ownership(second))).as("and kept").isEqualTo(ownerIn(second));
  }

  @Test
  void aMissingLinkIsAFaultToMendAndAnyOtherReasonIsNot() {
    assertThat(web(null).owner())
        .isInstanceOfSatisfying(
            Owner.Nobody.class, nobody -> assertThat(nobody.failure()).isFalse());
    linkless.add(IP);
    assertThat(web(null).owner())
        .isInstanceOfSatisfying(
            Owner.Nobody.class, nobody -> assertThat(nobody.failure()).isTrue());
  }

  @Test
  void aServiceThatIsWithheldHasNobodyAndTheReason() {
    verdicts.put(
        WEB, new Verdict.Withheld(WithheldReason.IP_NOT_ALLOWED, "192.0.2.80", new TreeMap<>()));
    assertThat(web(null).owner()).isEqualTo(new Owner.Nobody("ipNotAllowed (192.0.2.80)", false));
  }

  @Test
  void whatSomebodyHasToMendIsAFailure() {
    verdicts.put(
        WEB,
        new Verdict.Withheld(WithheldReason.UNIQUE_NEEDS_OBSERVERS, "4 of 5", new TreeMap<>()));
    assertThat(web(null).owner())
        .isEqualTo(new Owner.Nobody("uniqueNeedsObservers (4 of 5)", true));
  }

  @Test
  void theServicesOfAnIpAreThoseThatAnnounceIt() {
    assertThat(OwnershipRecord.having(verdicts, "192.0.2.80")).containsExactly(WEB);
    assertThat(OwnershipRecord.having(verdicts, "192.0.2.8")).isEmpty();
    verdicts.put(
        WEB, new Verdict.Withheld(WithheldReason.IP_NOT_ALLOWED, "192.0.2.80", new TreeMap<>()));
    assertThat(OwnershipRecord.having(verdicts, "192.0.2.80")).isEmpty();
  }

  @Test
  void aServiceWithoutAUidIsLeftOut() {
    uids.clear();
    assertThat(ownership(null).services()).isEmpty();
  }

  private OwnedService web(@Nullable Ownership before) {
    OwnedService web = ownership(before).services().get(WEB);
    if (web == null) {
      throw new AssertionError("no record of the service");
    }
    return web;
  }

  private static @Nullable Owner ownerIn(Ownership ownership) {
    OwnedService web = ownership.services().get(WEB);
    return web == null ? null : web.owner();
  }

  private Ownership ownership(@Nullable Ownership before) {
    var plan = new Plan(new TreeSet<>(List.of("a", "b")), List.of(), false);
    SortedSet<String> nodes = new TreeSet<>(List.of("a", "b"));
    return OwnershipRecord.of(
        verdicts,
        uids,
        new Owners(new TreeMap<>(byIp), new TreeSet<>(linkless), plan, nodes, true),
        before);
  }
}
