package dev.starling.chaos.kube;

import dev.starling.chaos.netns.Namespace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a control plane is made of.
 *
 * @param tools its programs
 * @param namespace the network namespace it runs in; null for the machine's own network
 * @param address the IPv4 address by which clients reach kube-apiserver
 * @param controllers whether kube-controller-manager and kube-scheduler run too. Without them there
 *     are no default ServiceAccounts and no EndpointSlices but those that a test makes, nothing is
 *     collected, a deleted namespace stays, and a Pod is an object that nobody runs
 * @param flags further flags, by program
 */
public record ControlPlaneSetup(
    KubeTools tools,
    @Nullable Namespace namespace,
    String address,
    boolean controllers,
    SortedMap<String, List<String>> flags) {
  private static final String LOOPBACK = "127.0.0.1";

  /** Copies the flags. */
  public ControlPlaneSetup {
    flags = Collections.unmodifiableSortedMap(new TreeMap<>(flags));
  }

  /** On this machine's loopback, on free ports, without controllers. */
  public static ControlPlaneSetup of(KubeTools tools) {
    return new ControlPlaneSetup(tools, null, LOOPBACK, false, new TreeMap<>());
  }

  /** The same inside a network namespace of its own, where it has {@code address}. */
  public ControlPlaneSetup in(Namespace other, String otherAddress) {
    return new ControlPlaneSetup(tools, other, otherAddress, controllers, flags);
  }

  /** The same with controllers; {@code tools} has to hold all programs. */
  public ControlPlaneSetup withControllers() {
    return new ControlPlaneSetup(tools, namespace, address, true, flags);
  }

  /** The same with a further flag for a program. */
  public ControlPlaneSetup withFlag(String program, String flag) {
    SortedMap<String, List<String>> more = new TreeMap<>(flags);
    List<String> all = new ArrayList<>(more.getOrDefault(program, List.of()));
    all.add(flag);
    more.put(program, List.copyOf(all));
    return new ControlPlaneSetup(tools, namespace, address, controllers, more);
  }

  /** Whether only this machine reaches it. */
  boolean isLoopback() {
    return address.startsWith("127.");
  }

  /** Words that run a program where the control plane is. */
  List<String> command(List<String> words) {
    return namespace == null ? words : namespace.command(words);
  }

  /** The further flags of a program. */
  List<String> flagsOf(String program) {
    return flags.getOrDefault(program, List.of());
  }
}
