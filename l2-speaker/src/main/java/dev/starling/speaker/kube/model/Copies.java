package dev.starling.speaker.kube.model;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Copies that nobody can change and that iterate alike in every JVM. */
final class Copies {
  private Copies() {}

  static SortedSet<String> set(Collection<String> of) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(of));
  }

  static <K extends Comparable<K>, V> SortedMap<K, V> map(SortedMap<K, V> of) {
    return Collections.unmodifiableSortedMap(new TreeMap<>(of));
  }
}
