// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.paper.printed.PrintedNumbers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The references of the experiments, a file for each. */
final class References {
  private References() {}

  /** A file. */
  private record Document(int format, List<Entry> references) {}

  /** A reference in the file; a missing text is empty. */
  private record Entry(
      String variant,
      String measure,
      @Nullable String paper,
      @Nullable String peer,
      @Nullable Limits single,
      @Nullable Limits mean) {
    Reference reference() {
      return new Reference(
          variant,
          measure,
          Objects.requireNonNullElse(paper, ""),
          Objects.requireNonNullElse(peer, ""),
          single == null ? null : single.bound(),
          mean == null ? null : mean.bound());
    }
  }

  /** A bound in the file; a missing end is infinite. */
  private record Limits(@Nullable Double low, @Nullable Double high) {
    Bound bound() {
      return new Bound(
          low == null ? Double.NEGATIVE_INFINITY : low,
          high == null ? Double.POSITIVE_INFINITY : high);
    }
  }

  /**
   * Reads them.
   *
   * @param experiment its short name
   */
  static List<Reference> of(String experiment) {
    return PrintedNumbers.read(References.class, experiment + ".json", Document.class)
        .references()
        .stream()
        .map(Entry::reference)
        .toList();
  }
}
