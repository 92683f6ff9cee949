// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.evaluation.RowScores;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The coverage of central intervals by fifths of their width and of the predicted median. Intervals
 * that are right on average may still be too wide for small predictions and too narrow for large
 * ones.
 *
 * @param byWidth from narrow to wide
 * @param byMedian from small to large
 */
public record CoverageBySize(CoverageByFifths byWidth, CoverageByFifths byMedian) {
  /** Fewer rows say too little about a fifth of them. */
  public static final int FEWEST_ROWS = 100;

  /** One in twenty calibrated models is outside. */
  private static final double ONE_BAND = 1.96;

  /** One in twenty calibrated models has one of ten shares outside. */
  private static final double TEN_BANDS = 2.81;

  private static final List<String> NARROW_TO_WIDE =
      Stream.of("narrowest", "second narrowest", "middle", "second widest", "widest")
          .map("the %s fifth of intervals"::formatted)
          .toList();

  private static final List<String> SMALL_TO_LARGE =
      Stream.of("smallest", "second smallest", "middle", "second largest", "largest")
          .map("the %s fifth of predictions"::formatted)
          .toList();

  /**
   * Of all rows.
   *
   * @param level alpha of the intervals, inside (0, 1)
   * @param transform randomised probability integral transform of each row, {@code [n]}
   * @param width of each row's interval, {@code [n]}
   * @param median of each row's prediction, {@code [n]}
   * @param weights how much each row counts
   * @return nothing for fewer than {@link #FEWEST_ROWS} rows
   */
  public static Optional<CoverageBySize> of(
      double level, double[] transform, double[] width, double[] median, RowWeights weights) {
    return transform.length < FEWEST_ROWS
        ? Optional.empty()
        : Optional.of(
            new CoverageBySize(
                CoverageByFifths.of(level, transform, width, weights),
                CoverageByFifths.of(level, transform, median, weights)));
  }

  /**
   * Of one output of scored rows.
   *
   * @param output its number, from 0
   * @return nothing for fewer than {@link #FEWEST_ROWS} rows
   */
  public static Optional<CoverageBySize> of(RowScores scores, int output) {
    RowScores.Output rows = scores.outputs().get(output);
    double[] width = new double[rows.low().length];
    Arrays.setAll(width, i -> rows.high()[i] - rows.low()[i]);
    return of(
        scores.level(), rows.transform(), width, rows.median(), new RowWeights(scores.weight()));
  }

  /** Whether the coverage of all rows together is the level, up to chance. */
  public boolean holdsOnAverage() {
    return byWidth.total().holds(ONE_BAND);
  }

  /** Whether no fifth is outside of its band of chance. */
  public boolean holdsForAll() {
    return wrong().isEmpty();
  }

  /**
   * What the fifths show.
   *
   * @param of names the target, such as {@code " of price"}; empty for a single one
   */
  public String sentence(String of) {
    List<String> wrong = wrong();
    if (!wrong.isEmpty()) {
      return (holdsOnAverage() ? "But not for all rows alike%s: %s." : "By size%s: %s.")
          .formatted(of, String.join("; ", wrong));
    }
    return (holdsOnAverage()
            ? "This holds for small and large predictions, narrow and wide intervals alike%s."
            : "Small and large predictions, narrow and wide intervals do not differ in this%s.")
        .formatted(of);
  }

  /** By width and by median, the fifths that are covered most too often and most too seldom. */
  private List<String> wrong() {
    return Stream.of(
            wrong(byWidth, NARROW_TO_WIDE, 1),
            wrong(byWidth, NARROW_TO_WIDE, -1),
            wrong(byMedian, SMALL_TO_LARGE, 1),
            wrong(byMedian, SMALL_TO_LARGE, -1))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> wrong(CoverageByFifths by, List<String> names, int sign) {
    ToDoubleFunction<Integer> excess =
        f -> sign * (by.fifths().get(f).share() - by.fifths().get(f).level());
    return IntStream.range(0, names.size())
        .boxed()
        .filter(f -> !by.fifths().get(f).holds(TEN_BANDS) && excess.applyAsDouble(f) > 0)
        .max(Comparator.comparingDouble(excess))
        .map(f -> by.fifths().get(f).of(names.get(f), TEN_BANDS));
  }

  /** Alpha of the intervals. */
  public double level() {
    return byWidth.total().level();
  }

  /** The band in which one in twenty calibrated models has one of the ten fifths outside. */
  public Coverage.Band band(Coverage fifth) {
    double chance = fifth.chance(TEN_BANDS);
    return new Coverage.Band(
        Math.max(0, fifth.level() - chance), Math.min(1, fifth.level() + chance));
  }

  /** The sentence for one target that the reader sees on its own. */
  public String sentence() {
    List<String> wrong = wrong();
    return wrong.isEmpty()
        ? "No fifth of the rows by width or by median is covered too often or too seldom."
        : "Not for all rows alike: %s.".formatted(String.join("; ", wrong));
  }
}
