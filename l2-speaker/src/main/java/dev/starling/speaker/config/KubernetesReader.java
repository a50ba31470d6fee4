package dev.starling.speaker.config;

import dev.starling.speaker.config.KubernetesConfig.NodeStates;
import dev.starling.speaker.config.KubernetesConfig.Pool;
import dev.starling.speaker.config.SpeakerConfig.Policy;
import dev.starling.speaker.config.YamlNode.Entries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the section that makes Kubernetes the source of peers and services. */
final class KubernetesReader {
  private final Faults faults;
  private final Values values;
  private final @Nullable String namespace;

  /**
   * A reader.
   *
   * @param namespace the one that the speaker runs in, or null
   */
  KubernetesReader(Faults faults, @Nullable String namespace) {
    this.faults = faults;
    this.values = new Values(faults);
    this.namespace = namespace;
  }

  /** The settings of the section, or null if the file has none or one with faults. */
  @Nullable KubernetesConfig read(Section file) {
    YamlNode value = file.section(Settings.KUBERNETES);
    if (value == null) {
      return null;
    }
    for (Setting setting : List.of(Settings.PEERS, Settings.SERVICES, Settings.ONE_NODE_CLUSTER)) {
      YamlNode given = file.section(setting.name());
      if (given != null) {
        String remedy = "remove it, or the section " + Settings.KUBERNETES;
        faults.add(given, file.pathOf(setting), "comes from Kubernetes", remedy);
      }
    }
    boolean empty = value instanceof YamlNode.Scalar scalar && scalar.isNothing();
    YamlNode node =
        empty ? new Entries(value.line(), value.column(), List.of(), value.line()) : value;
    String prefix = Settings.KUBERNETES + ".";
    Section section = new Section(node, prefix, prefix, faults);
    String own = namespace(section);
    String metallb = optional(section, KubernetesSettings.METALLB_NAMESPACE);
    NodeStates states =
        new NodeStates(
            flag(section, KubernetesSettings.IGNORE_EXCLUDE_LABEL),
            flag(section, KubernetesSettings.NOT_READY),
            flag(section, KubernetesSettings.OUT_OF_SERVICE),
            flag(section, KubernetesSettings.CORDONED));
    return new KubernetesConfig(
        own,
        optional(section, KubernetesSettings.KUBECONFIG),
        metallb == null ? own : metallb,
        withDefault(section, KubernetesSettings.POD_SELECTOR),
        secret(section),
        Objects.requireNonNullElse(optional(section, KubernetesSettings.LOAD_BALANCER_CLASS), ""),
        states,
        optional(section, KubernetesSettings.DRAIN_ANNOTATION),
        excluded(section),
        pools(section),
        flag(section, KubernetesSettings.STATUS),
        flag(section, KubernetesSettings.EVENTS),
        optional(section, KubernetesSettings.CACHE_FILE),
        autoRotate(section));
  }

  private String namespace(Section section) {
    String given = optional(section, KubernetesSettings.NAMESPACE);
    if (given != null) {
      return given;
    }
    if (namespace != null && namespace.matches("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")) {
      return namespace;
    }
    if (section.value(KubernetesSettings.NAMESPACE) == null) {
      faults.add(
          section.node(),
          section.pathOf(KubernetesSettings.NAMESPACE),
          "is missing, and neither STARLING_NAMESPACE nor a service account tells it",
          "give the namespace of the speakers' Pods");
    }
    return "";
  }

  /* An empty text says that there is none, and so needs no other spelling of "nothing". */
  private String secret(Section section) {
    YamlNode node = section.value(KubernetesSettings.SECRET);
    boolean none = node instanceof YamlNode.Scalar scalar && scalar.text().isEmpty();
    return none ? "" : withDefault(section, KubernetesSettings.SECRET);
  }

  private List<String> excluded(Section section) {
    YamlNode node = section.value(KubernetesSettings.EXCLUDE_INTERFACES);
    if (node == null) {
      return KubernetesSettings.NOT_GENERAL;
    }
    String path = section.pathOf(KubernetesSettings.EXCLUDE_INTERFACES);
    List<String> patterns = new ArrayList<>();
    List<YamlNode> items = values.items(node, path, KubernetesSettings.EXCLUDE_INTERFACES);
    for (int i = 0; i < items.size(); i++) {
      String at = path + "[" + i + "]";
      String text = values.text(items.get(i), at, "a regular expression", 256);
      if (text != null && compiles(text)) {
        patterns.add(text);
      } else if (text != null) {
        faults.add(
            items.get(i), at, items.get(i).what() + " is no regular expression", "mend its syntax");
      }
    }
    return patterns;
  }

  private static boolean compiles(String text) {
    try {
      var _ = Pattern.compile(text);
      return true;
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  private List<Pool> pools(Section section) {
    YamlNode node = section.value(KubernetesSettings.POOLS);
    if (node == null) {
      return List.of();
    }
    String path = section.pathOf(KubernetesSettings.POOLS);
    List<YamlNode> items = values.items(node, path, KubernetesSettings.POOLS);
    List<Pool> pools = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      String at = path + "[" + i + "].";
      Section pool = new Section(items.get(i), KubernetesSettings.POOLS.key() + "[].", at, faults);
      String name = Objects.requireNonNullElse(optional(pool, KubernetesSettings.POOL_NAME), "");
      if (!name.isEmpty() && !names.add(name)) {
        faults.add(
            items.get(i),
            pool.pathOf(KubernetesSettings.POOL_NAME),
            Faults.shown(name) + " is given twice",
            "keep one of them");
      }
      pools.add(
          new Pool(
              name,
              list(pool, KubernetesSettings.POOL_ADDRESSES, false),
              list(pool, KubernetesSettings.POOL_INTERFACES, true),
              policy(pool)));
    }
    return pools;
  }

  private List<String> list(Section pool, Setting setting, boolean links) {
    YamlNode node = pool.value(setting);
    if (node == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    List<YamlNode> items = values.items(node, pool.pathOf(setting), setting);
    for (int i = 0; i < items.size(); i++) {
      String at = pool.pathOf(setting) + "[" + i + "]";
      String text =
          links
              ? values.linkName(items.get(i), at)
              : values.text(items.get(i), at, "a prefix or a range of addresses", 100);
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  private Policy policy(Section pool) {
    YamlNode node = pool.value(KubernetesSettings.POOL_POLICY);
    String path = pool.pathOf(KubernetesSettings.POOL_POLICY);
    String word = node == null ? null : values.choice(node, path, List.of("available", "unique"));
    return "unique".equals(word) ? Policy.UNIQUE : Policy.AVAILABLE;
  }

  private @Nullable Duration autoRotate(Section section) {
    YamlNode node = section.value(KubernetesSettings.AUTO_ROTATE);
    String path = section.pathOf(KubernetesSettings.AUTO_ROTATE);
    return node == null ? null : values.duration(node, path, KubernetesSettings.AUTO_ROTATE);
  }

  private @Nullable String optional(Section section, Setting setting) {
    YamlNode node = section.value(setting);
    return node == null
        ? null
        : values.text(node, section.pathOf(setting), "a text", setting.max());
  }

  private String withDefault(Section section, Setting setting) {
    String given = optional(section, setting);
    return given == null ? Objects.requireNonNullElse(setting.defaultText(), "") : given;
  }

  private boolean flag(Section section, Setting setting) {
    YamlNode node = section.value(setting);
    Boolean given = node == null ? null : values.flag(node, section.pathOf(setting));
    return given == null ? Boolean.parseBoolean(setting.defaultText()) : given;
  }
}
