package dev.starling.speaker.core;

import static dev.starling.speaker.core.Cast.MILLI_NANOS;
import static dev.starling.speaker.core.Cast.link;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssuranceTest {
  private static final List<LinkState> WITNESSED = List.of(link("eth0", true, true));
  private static final List<LinkState> BARE = List.of(link("eth0", true, false));
  private static final Effect ASK = new Effect.AskWitness("eth0");
  private static final Effect HAIL = new Effect.Hail();

  private final Assurance assurance = new Assurance();

  @ParameterizedTest
  @CsvSource({
    // alone, a pair, one is suspected, one drains, the permit is held, asks
    "true,  false, false, false, true,  true",
    "false, false, false, false, true,  false",
    "false, true,  false, false, true,  false",
    "false, true,  true,  false, true,  true",
    "false, true,  false, true,  true,  true",
    "false, false, true,  false, true,  false",
    "false, false, false, true,  true,  false",
    "false, false, false, false, false, true"
  })
  void witnessIsAskedWhenItsWordMayBeNeeded(
      boolean alone, boolean pair, boolean suspected, boolean drains, boolean held, boolean asks) {
    if (suspected) {
      assurance.suspected(0);
    }
    assurance.permitChanged(held);
    var company = new Assurance.Company(alone, pair, drains);
    List<Effect> effects = assurance.update(company, WITNESSED, 0);
    assertThat(effects).isEqualTo(asks ? List.of(ASK) : List.of());
  }

  @Test
  void foresightEndsASecondAfterTheSuspicion() {
    var pair = new Assurance.Company(false, true, false);
    assurance.suspected(0);
    assertThat(assurance.update(pair, WITNESSED, 999 * MILLI_NANOS)).containsExactly(ASK);
    assertThat(assurance.update(pair, WITNESSED, 1100 * MILLI_NANOS)).isEmpty();
    assertThat(assurance.deadlineNanos()).isEqualTo(Instants.NEVER);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -10_000_000, Long.MAX_VALUE - 20_000_000})
  void oneWhoIsAloneHailsAndWaitsALastCall(long start) {
    assurance.viewInstalled(false);
    assertThat(assurance.update(alone(), WITNESSED, start)).containsExactly(ASK);
    assurance.witnessHeard(start + MILLI_NANOS);
    assertThat(assurance.update(alone(), WITNESSED, start + MILLI_NANOS)).containsExactly(HAIL);
    assertThat(assurance.witnessAnswers()).isTrue();
    assertThat(assurance.isAssured()).isFalse();
    assertThat(assurance.deadlineNanos()).isEqualTo(start + 31 * MILLI_NANOS);
    assertThat(assurance.update(alone(), WITNESSED, start + 31 * MILLI_NANOS)).isEmpty();
    assertThat(assurance.isAssured()).isTrue();
    assertThat(assurance.deadlineNanos()).isEqualTo(start + 100 * MILLI_NANOS);
  }

  @Test
  void afterAFarewellThereIsNobodyToCall() {
    assurance.viewInstalled(true);
    assertThat(assurance.update(alone(), BARE, 0)).containsExactly(HAIL);
    assertThat(assurance.isAssured()).isTrue();
  }

  @Test
  void newViewNeedsACallOfItsOwn() {
    assurance.viewInstalled(true);
    assurance.update(alone(), BARE, 0);
    assurance.viewInstalled(false);
    assertThat(assurance.isAssured()).isFalse();
    assertThat(assurance.update(alone(), BARE, MILLI_NANOS)).containsExactly(HAIL);
    assertThat(assurance.isAssured()).isFalse();
  }

  @Test
  void silentWitnessTakesTheAssuranceAway() {
    assurance.viewInstalled(true);
    assurance.update(alone(), WITNESSED, 0);
    assurance.witnessHeard(MILLI_NANOS);
    assurance.update(alone(), WITNESSED, MILLI_NANOS);
    assertThat(assurance.isAssured()).isTrue();
    assurance.update(alone(), WITNESSED, 400 * MILLI_NANOS);
    assertThat(assurance.isAssured()).isFalse();
    assurance.witnessHeard(500 * MILLI_NANOS);
    assertThat(assurance.update(alone(), WITNESSED, 500 * MILLI_NANOS)).contains(HAIL);
  }

  private static Assurance.Company alone() {
    return new Assurance.Company(true, false, false);
  }
}
