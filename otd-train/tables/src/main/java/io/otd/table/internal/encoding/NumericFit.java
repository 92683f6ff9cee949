// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Moments;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.table.Column;
import io.otd.table.settings.ColumnSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Fits a column of numbers on training rows.
 *
 * <p>First the bounds: without the k smallest and the k largest of n values (k is a hundredth of n,
 * but at least 1), the others span a range; values are clipped at {@code bound} lengths of this
 * range beyond it. For a normal law and a bound of 1 that is about 7 standard deviations, for an
 * exponential one about 9: an ordinary table is unchanged, a misplaced decimal point is not. Mean
 * and standard deviation are then those of the bounded values, so that an outlier does not compress
 * all others into one point; rows count in them by their weights. If nearly all values are the
 * same, the range is a point; then mean and standard deviation are those of all values, and the
 * bounds lie ten standard deviations from the mean.
 *
 * @param settings fill and bound
 * @param pieces their maximum number, 0 for none
 */
record NumericFit(ColumnSettings settings, int pieces) {
  private static final int FEWEST = 10;
  private static final double RARE_DEVIATIONS = 10;

  /** Steps of float32 above this share of the standard deviation are reported. */
  private static final double COARSE = 1e-3;

  private record Bounds(double lower, double upper, Moments moments) {
    /** Around values that are bounded by it. */
    static Bounds of(double lower, double upper, double[] values, double[] weights) {
      double[] bounded =
          Arrays.stream(values).map(v -> Math.max(lower, Math.min(upper, v))).toArray();
      return new Bounds(lower, upper, Moments.of(bounded, weights));
    }

    double clip(double value) {
      return Math.max(lower, Math.min(upper, value));
    }

    static Bounds none(double[] values, double[] weights) {
      return new Bounds(
          Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Moments.of(values, weights));
    }
  }

  /**
   * Fits.
   *
   * @param weights how much each row counts in the mean and the standard deviation
   */
  FittedInput fit(Column column, int[] rows, RowWeights weights) {
    Present present = Present.of(column.numbers(), rows, weights);
    double[] ascending = present.ascending();
    MissingRule missing = MissingRule.of(ascending.length < rows.length, column.missingCells() > 0);
    if (ascending.length == 0) {
      return new FittedInput(
          new NumericInput(column.name(), 0, 1, 0, 0, 0, missing, List.of(), column.unit()),
          List.of("column \"%s\": no training row has a number".formatted(column.name())));
    }
    Bounds bounds =
        settings
            .bound()
            .map(b -> bounds(present, b))
            .orElseGet(() -> Bounds.none(ascending, present.weights()));
    double fill =
        settings.fill() == ColumnSettings.Fill.MEAN
            ? bounds.moments().mean()
            : Quantiles.at(ascending, 0.5);
    NumericInput input =
        new NumericInput(
            column.name(),
            bounds.moments().mean(),
            bounds.moments().scale(),
            bounds.lower(),
            bounds.upper(),
            fill,
            missing,
            PiecesFit.of(
                Arrays.stream(ascending).map(bounds::clip).toArray(), present.weights(), pieces),
            column.unit());
    return new FittedInput(
        input, coarse(column, rows, input, ascending).stream().toList(), outside(input, ascending));
  }

  /**
   * The numbers of rows that have one, rounded to float32, as the network will see them.
   *
   * @param ascending in ascending order
   * @param weights of their rows, in the same order
   */
  @SuppressWarnings("ArrayRecordComponent") // large, and never changed
  private record Present(double[] ascending, double[] weights) {
    static Present of(double[] values, int[] rows, RowWeights weights) {
      int[] places =
          IntStream.range(0, rows.length).filter(i -> !Double.isNaN(values[rows[i]])).toArray();
      double[] present = Arrays.stream(places).mapToDouble(i -> (float) values[rows[i]]).toArray();
      double[] ones = new double[present.length];
      if (weights.areEqual()) {
        Arrays.sort(present);
        Arrays.fill(ones, 1);
        return new Present(present, ones);
      }
      int[] order = RowWeights.ascending(present);
      return new Present(
          Arrays.stream(order).mapToDouble(i -> present[i]).toArray(),
          Arrays.stream(order).mapToDouble(i -> weights.at(places[i])).toArray());
    }
  }

  private static Bounds bounds(Present present, double bound) {
    double[] ascending = present.ascending();
    double[] weights = present.weights();
    int n = ascending.length;
    if (n < FEWEST) {
      return Bounds.none(ascending, weights);
    }
    int aside = Math.max(1, n / 100);
    double low = ascending[aside];
    double high = ascending[n - 1 - aside];
    if (low < high) {
      return Bounds.of(low - bound * (high - low), high + bound * (high - low), ascending, weights);
    }
    if (ascending[0] == ascending[n - 1]) {
      return Bounds.of(low, high, ascending, weights);
    }
    Moments moments = Moments.of(ascending, weights);
    return new Bounds(
        moments.mean() - RARE_DEVIATIONS * moments.scale(),
        moments.mean() + RARE_DEVIATIONS * moments.scale(),
        moments);
  }

  /** The rarer of two values is no outlier. */
  private static boolean twoValues(double[] ascending) {
    double last = ascending[ascending.length - 1];
    return Arrays.stream(ascending).allMatch(v -> v == ascending[0] || v == last);
  }

  private static Optional<FittedInput.Clamped> outside(NumericInput input, double[] ascending) {
    double[] outside =
        Arrays.stream(ascending).filter(v -> v < input.lower() || v > input.upper()).toArray();
    if (outside.length == 0 || twoValues(ascending)) {
      return Optional.empty();
    }
    double worst = outside[0] < input.lower() ? outside[0] : outside[outside.length - 1];
    String notice =
        ("column \"%s\": %s outside [%s, %s], such as %s, count%s as"
                + " the nearest bound (columns.bound)")
            .formatted(
                input.name(),
                NumberText.counted(outside.length, "training value"),
                NumberText.of(input.lower(), 6),
                NumberText.of(input.upper(), 6),
                NumberText.of(worst, 6),
                outside.length == 1 ? "s" : "");
    return Optional.of(new FittedInput.Clamped(input.name(), outside.length, notice));
  }

  private static Optional<String> coarse(
      Column column, int[] rows, NumericInput input, double[] ascending) {
    double largest = Math.max(-ascending[0], ascending[ascending.length - 1]);
    double step = Math.ulp((float) largest);
    double deviation =
        ascending[0] == ascending[ascending.length - 1]
            ? lostDeviation(column.numbers(), rows)
            : input.scale();
    return step <= COARSE * deviation || deviation == 0
        ? Optional.empty()
        : Optional.of(
            ("column \"%s\": values near %s in steps of %s, which is what float32 holds;"
                    + " the standard deviation is %s")
                .formatted(
                    column.name(),
                    NumberText.of(largest, 6),
                    NumberText.of(step, 6),
                    NumberText.of(deviation, 6)));
  }

  /** The standard deviation of values that are one in float32; 0 if they are one before, too. */
  private static double lostDeviation(double[] values, int[] rows) {
    double[] exact =
        Arrays.stream(rows)
            .mapToDouble(row -> values[row])
            .filter(value -> !Double.isNaN(value))
            .toArray();
    boolean constant = Arrays.stream(exact).allMatch(value -> value == exact[0]);
    return constant ? 0 : Moments.of(exact).scale();
  }
}
