// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.util.List;
import java.util.function.Function;

/**
 * A column of numbers: {@code (clip(value, lower, upper) - mean) / scale}, and where training rows
 * had missing cells a second input that is 1 for a missing cell and 0 for others.
 *
 * @implNote A value is rounded to float32 first. A served model gets it in this form, and a model
 *     must not learn from digits that it will never get.
 * @param name of the column
 * @param mean of the training rows, in the column's units
 * @param scale of the training rows, in the column's units, greater than 0; 1 for a constant column
 * @param lower bound to which values below are clipped
 * @param upper bound to which values above are clipped, at least {@code lower}; both may be
 *     infinite
 * @param fill replacement of a missing value
 * @param missing what a missing cell means
 */
public record NumericInput(
    String name,
    double mean,
    double scale,
    double lower,
    double upper,
    double fill,
    MissingRule missing)
    implements InputColumn {
  /** Checks the ranges. */
  public NumericInput {
    if (!Double.isFinite(mean) || !(scale > 0) || Double.isInfinite(scale)) {
      throw new IllegalArgumentException(
          "column \"%s\": mean %s, scale %s (expected: finite, scale > 0)"
              .formatted(name, mean, scale));
    }
    if (!(lower <= upper) || !Double.isFinite(fill)) {
      throw new IllegalArgumentException(
          "column \"%s\": bounds %s and %s, fill %s (expected: in order, fill finite)"
              .formatted(name, lower, upper, fill));
    }
  }

  /** Unchanged numbers: mean 0, scale 1, no bounds, no cell missing. */
  public static NumericInput plain(String name) {
    return scaled(name, 0, 1);
  }

  /** Numbers that are only scaled: no bounds, no cell missing. */
  public static NumericInput scaled(String name, double mean, double scale) {
    return new NumericInput(
        name,
        mean,
        scale,
        Double.NEGATIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        mean,
        MissingRule.REFUSED);
  }

  @Override
  public String kind() {
    return "numeric";
  }

  @Override
  public List<String> features() {
    return indicated() ? List.of(name, name + ": missing") : List.of(name);
  }

  @Override
  public String description() {
    String text = Shown.standardized("value", mean, scale);
    if (Double.isFinite(lower) || Double.isFinite(upper)) {
      text += ", within [%s, %s]".formatted(Shown.number(lower), Shown.number(upper));
    }
    if (mayBeMissing()) {
      text += ", missing as " + Shown.number(fill);
    }
    return indicated() ? text + " with an indicator" : text;
  }

  @Override
  public boolean mayBeMissing() {
    return missing != MissingRule.REFUSED;
  }

  /** Whether a second input indicates missing cells. */
  public boolean indicated() {
    return missing == MissingRule.INDICATED;
  }

  @Override
  public int width() {
    return indicated() ? 2 : 1;
  }

  @Override
  public <R> R match(Function<NumericInput, R> numeric, Function<TextInput, R> text) {
    return numeric.apply(this);
  }

  /** Whether a value lies beyond the bounds, so that the nearest bound is used instead. */
  public boolean outside(double value) {
    float rounded = (float) value;
    return rounded < lower || rounded > upper;
  }

  /** The network's number for one in the column's units; NaN for NaN. */
  public double standardize(double value) {
    return (Math.max(lower, Math.min(upper, value)) - mean) / scale;
  }

  /** {@code scale * standardized + mean}: the value, where no bound was met. */
  public double restore(double standardized) {
    return scale * standardized + mean;
  }

  /**
   * Writes the inputs of one cell.
   *
   * @param value NaN for a missing cell; if none may be missing, that gives NaN
   * @param out receives {@link #width} numbers
   * @param at place of the first
   * @return the place after the last
   */
  public int encode(double value, float[] out, int at) {
    float rounded = (float) value;
    boolean gap = Float.isNaN(rounded);
    out[at] = (float) standardize(gap && mayBeMissing() ? fill : rounded);
    if (indicated()) {
      out[at + 1] = gap ? 1 : 0;
    }
    return at + width();
  }
}
