package dev.starling.speaker;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may use what. */
@AnalyzeClasses(
    packages = "dev.starling",
    importOptions = {ImportOption.DoNotIncludeTests.class})
final class ModuleRulesTest {
  private static final String ELECTION = "dev.starling.election..";
  private static final String ARP_NDP = "dev.starling.arpndp..";
  private static final String MEMBERSHIP = "dev.starling.membership..";

  private static final String[] PURE = {
    ELECTION,
    "dev.starling.arpndp.wire",
    "dev.starling.arpndp.responder",
    "dev.starling.membership",
    "dev.starling.membership.detect",
    "dev.starling.membership.seal",
    "dev.starling.speaker.config",
    "dev.starling.speaker.core",
    "dev.starling.speaker.kube.inputs",
    "dev.starling.speaker.kube.model",
    "dev.starling.speaker.kube.plan",
    "dev.starling.speaker.kube.writes"
  };

  @ArchTest
  static final ArchRule ELECTION_KNOWS_ONLY_ITSELF =
      noClasses()
          .that()
          .resideInAPackage(ELECTION)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ARP_NDP, MEMBERSHIP, "dev.starling.speaker..");

  @ArchTest
  static final ArchRule ARP_AND_NDP_KNOW_ONLY_THEMSELVES =
      noClasses()
          .that()
          .resideInAPackage(ARP_NDP)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ELECTION, MEMBERSHIP, "dev.starling.speaker..");

  @ArchTest
  static final ArchRule MEMBERSHIP_KNOWS_ONLY_ITSELF =
      noClasses()
          .that()
          .resideInAPackage(MEMBERSHIP)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ELECTION, ARP_NDP, "dev.starling.speaker..");

  @ArchTest
  static final ArchRule THE_ELECTION_USES_ONLY_THE_LANGUAGE =
      pure(ELECTION, ELECTION, "java.net", "java.nio.charset", "java.security");

  @ArchTest
  static final ArchRule WIRE_AND_RESPONDER_USE_ONLY_THE_LANGUAGE =
      classes()
          .that()
          .resideInAnyPackage("dev.starling.arpndp.wire", "dev.starling.arpndp.responder")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              language(
                  "dev.starling.arpndp.wire",
                  "dev.starling.arpndp.responder",
                  "java.net",
                  "java.nio",
                  "java.util.concurrent.atomic"));

  @ArchTest
  static final ArchRule VIEWS_AND_KEYS_USE_ONLY_THE_LANGUAGE_AND_CRYPTOGRAPHY =
      classes()
          .that()
          .resideInAnyPackage(
              "dev.starling.membership",
              "dev.starling.membership.detect",
              "dev.starling.membership.seal")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              language(
                  "dev.starling.membership",
                  "dev.starling.membership.detect",
                  "dev.starling.membership.seal",
                  "java.net",
                  "java.nio",
                  "java.nio.charset",
                  "java.security..",
                  "java.util.concurrent..",
                  "java.util.random",
                  "javax.crypto..",
                  "org.bouncycastle.crypto.."));

  @ArchTest
  static final ArchRule THE_CONFIGURATION_USES_ONLY_THE_LANGUAGE_AND_YAML =
      pure(
          "dev.starling.speaker.config",
          "dev.starling.speaker.config",
          "dev.starling.election",
          "java.net",
          "java.nio",
          "java.nio.charset",
          "java.util.regex",
          "org.snakeyaml.engine..");

  @ArchTest
  static final ArchRule THE_CORE_USES_ONLY_THE_LANGUAGE_AND_PURE_PACKAGES =
      pure(
          "dev.starling.speaker.core",
          "dev.starling.speaker.core",
          "dev.starling.election",
          "dev.starling.arpndp.wire",
          "dev.starling.arpndp.responder",
          "dev.starling.membership",
          "java.net",
          "java.nio",
          "java.nio.charset");

  @ArchTest
  static final ArchRule THE_MODEL_OF_KUBERNETES_USES_ONLY_THE_LANGUAGE_AND_THE_ELECTION =
      pure(
          "dev.starling.speaker.kube.model",
          "dev.starling.speaker.kube.model",
          "dev.starling.election",
          "java.net",
          "java.nio.charset");

  @ArchTest
  static final ArchRule THE_PLANNER_FOR_KUBERNETES_USES_ONLY_THE_LANGUAGE_AND_PURE_PACKAGES =
      pure(
          "dev.starling.speaker.kube.plan",
          "dev.starling.speaker.kube.plan",
          "dev.starling.speaker.kube.model",
          "dev.starling.speaker.kube.writes",
          "dev.starling.speaker.core",
          "dev.starling.election");

  @ArchTest
  static final ArchRule THE_INPUTS_OF_KUBERNETES_USE_ONLY_THE_LANGUAGE_THE_MODEL_AND_JSON =
      pure(
          "dev.starling.speaker.kube.inputs",
          "dev.starling.speaker.kube.inputs",
          "dev.starling.speaker.kube.model",
          "com.fasterxml.jackson.core..",
          "java.io",
          "java.nio",
          "java.nio.charset",
          "java.security");

  @ArchTest
  static final ArchRule THE_WRITES_TO_KUBERNETES_USE_ONLY_THE_LANGUAGE_AND_THE_MODEL =
      pure(
          "dev.starling.speaker.kube.writes",
          "dev.starling.speaker.kube.writes",
          "dev.starling.speaker.kube.model",
          "java.nio.charset",
          "java.security");

  @ArchTest
  static final ArchRule PURE_PACKAGES_READ_NO_CLOCK_NO_CHANCE_AND_NO_SURROUNDINGS =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .callMethodWhere(
              target(owner(Predicates.type(System.class)))
                  .and(
                      target(
                          nameMatching(
                              "nanoTime|currentTimeMillis|getenv|getProperty|setProperty|exit"))))
          .orShould()
          .callMethodWhere(
              target(nameMatching("now|sleep|randomUUID|parkNanos"))
                  .and(target(owner(Predicates.resideInAPackage("java..")))))
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching("java\\.lang\\.Thread|java\\.security\\.SecureRandom");

  @ArchTest
  static final ArchRule ONLY_PCAP_SEES_PCAP4J =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.starling.arpndp.pcap..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.pcap4j..", "com.sun.jna..");

  @ArchTest
  static final ArchRule ONLY_JGROUPS_SEES_JGROUPS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.starling.membership.jgroups..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jgroups..");

  @ArchTest
  static final ArchRule ONLY_KUBE_SEES_FABRIC8 =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.starling.speaker.kube")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.fabric8..", "tools.jackson..");

  @ArchTest
  static final ArchRule ONLY_METRICS_AND_HTTP_SEE_MICROMETER =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.starling.speaker.metrics..", "dev.starling.speaker.http..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer..", "io.prometheus..");

  @ArchTest
  static final ArchRule ONLY_THE_LOG_SEES_LOGBACK =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.starling.speaker.log..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("ch.qos.logback..");

  @ArchTest
  static final ArchRule ONLY_THE_COMMAND_LINE_SEES_PICOCLI =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.starling.speaker.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLES =
      slices().matching("dev.starling.(**)").should().beFreeOfCycles();

  private ModuleRulesTest() {}

  private static ArchRule pure(String of, String... allowed) {
    return classes()
        .that()
        .resideInAPackage(of)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(language(allowed));
  }

  private static String[] language(String... more) {
    String[] language = {
      "java.lang..",
      "java.time..",
      "java.util",
      "java.util.function",
      "java.util.stream",
      "org.jspecify.annotations"
    };
    String[] all = new String[language.length + more.length];
    System.arraycopy(language, 0, all, 0, language.length);
    System.arraycopy(more, 0, all, language.length, more.length);
    return all;
  }
}
