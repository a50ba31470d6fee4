package dev.starling.chaos.bench;

import java.util.List;
import java.util.SortedMap;

/**
 * Everything that a bench has measured so far.
 *
 * @param machine where
 * @param nodes on how many nodes
 * @param products what takes part, in order, by name
 * @param versions each product's version
 * @param samples every measured fault, in the order in which they were made
 * @param failures trials that could not be measured, as {@code product fault: reason}
 * @param costs what each product takes when idle; empty if it was not measured
 * @param strains what happened at full load; empty if it was not measured
 */
public record Results(
    String machine,
    int nodes,
    List<String> products,
    SortedMap<String, String> versions,
    List<Sample> samples,
    List<String> failures,
    List<Cost> costs,
    List<Strain> strains) {
  /** Copies the lists. */
  public Results {
    products = List.copyOf(products);
    samples = List.copyOf(samples);
    failures = List.copyOf(failures);
    costs = List.copyOf(costs);
    strains = List.copyOf(strains);
  }

  /** The samples of one product and one fault; of none if it was not tried. */
  public Cell cell(String product, BenchFault fault) {
    return new Cell(
        product,
        fault,
        samples.stream()
            .filter(sample -> sample.product().equals(product) && sample.fault() == fault)
            .toList());
  }

  /** The faults of which there are samples, in the order of a round. */
  public List<BenchFault> faults() {
    return samples.stream().map(Sample::fault).distinct().sorted().toList();
  }
}
