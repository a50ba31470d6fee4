package dev.starling.speaker.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a speaker that takes its peers and services from a Kubernetes cluster. {@link
 * Settings} says what each of them does.
 *
 * @param namespace where the speakers' Pods and the Secret are
 * @param kubeconfig how to reach the API server; null for as a Pod does
 * @param metallbNamespace where MetalLB's pools and advertisements are
 * @param podSelector a label selector in the API's own text form
 * @param secret the Secret that is watched; empty for none
 * @param loadBalancerClass empty for Services without one
 * @param drainAnnotation null for none
 * @param excludeInterfaces regular expressions, all of which compile
 * @param pools for a cluster without MetalLB's kinds of objects
 * @param cacheFile null for none
 * @param autoRotate null for never
 */
public record KubernetesConfig(
    String namespace,
    @Nullable String kubeconfig,
    String metallbNamespace,
    String podSelector,
    String secret,
    String loadBalancerClass,
    NodeStates nodeStates,
    @Nullable String drainAnnotation,
    List<String> excludeInterfaces,
    List<Pool> pools,
    boolean status,
    boolean events,
    @Nullable String cacheFile,
    @Nullable Duration autoRotate) {
  /** Copies the lists. */
  public KubernetesConfig {
    excludeInterfaces = List.copyOf(excludeInterfaces);
    pools = List.copyOf(pools);
  }

  /** Which states of a Node count. */
  public record NodeStates(
      boolean ignoreExcludeLabel, boolean notReady, boolean outOfService, boolean cordoned) {}

  /**
   * Addresses that are announced.
   *
   * @param addresses prefixes and ranges, as the file spells them
   * @param interfaces empty for all
   */
  public record Pool(
      String name, List<String> addresses, List<String> interfaces, SpeakerConfig.Policy policy) {
    /** Copies the lists. */
    public Pool {
      addresses = List.copyOf(addresses);
      interfaces = List.copyOf(interfaces);
    }
  }
}
