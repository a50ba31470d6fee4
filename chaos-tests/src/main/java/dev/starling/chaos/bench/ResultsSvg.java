package dev.starling.chaos.bench;

/** Results as one picture. */
final class ResultsSvg {
  private ResultsSvg() {}

  /** The picture. */
  static String of(Results results) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"/>" + results.nodes();
  }
}
