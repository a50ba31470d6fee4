package dev.starling.chaos.bench;

import dev.starling.chaos.measure.Distribution;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All samples of one product and one fault.
 *
 * @param product the product's name
 * @param fault the fault
 * @param samples in the order in which they were made
 */
public record Cell(String product, BenchFault fault, List<Sample> samples) {
  /** Copies the list. */
  public Cell {
    samples = List.copyOf(samples);
  }

  /** How many samples there are. */
  public int runs() {
    return samples.size();
  }

  /** From the fault until the new owner's first frame. */
  public Distribution firstFrameMillis() {
    return of(Sample::firstFrameMillis);
  }

  /** From the fault until the client's first reply from the new owner. */
  public Distribution firstReplyMillis() {
    return of(Sample::firstReplyMillis);
  }

  /** From the fault until only the new owner spoke. */
  public Distribution oneOwnerMillis() {
    return of(Sample::oneOwnerMillis);
  }

  /** Probes lost from the fault until it was mended. */
  public Distribution lostProbes() {
    return of(sample -> sample.during().lostProbes());
  }

  /** For how long several nodes answered, from the fault until it was mended. */
  public Distribution severalAnswerMillis() {
    return of(sample -> sample.during().severalAnswerMillis());
  }

  /** Probes lost from mending until all was steady. */
  public Distribution lostProbesAfter() {
    return of(sample -> sample.after().lostProbes());
  }

  /** For how long several nodes answered, from mending until all was steady. */
  public Distribution severalAnswerMillisAfter() {
    return of(sample -> sample.after().severalAnswerMillis());
  }

  private Distribution of(Function<Sample, @Nullable Number> figure) {
    return Distribution.of(samples.stream().map(figure).toList());
  }
}
