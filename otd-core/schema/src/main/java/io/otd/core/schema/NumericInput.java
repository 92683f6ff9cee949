// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import io.otd.core.internal.cell.Blanks;
import io.otd.core.internal.cell.CellNumber;
import io.otd.core.internal.cell.CellText;
import io.otd.core.internal.cell.NumberWithUnit;
import io.otd.core.internal.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of numbers. Its inputs are, in this order:
 *
 * <ul>
 *   <li>{@code (clip(value, lower, upper) - mean) / scale}
 *   <li>where training rows had missing cells, 1 for a missing cell and 0 for others
 *   <li>the same as the first for each of the pieces, with the piece's bounds, mean and scale: a
 *       piecewise linear encoding (Gorishniy, Rubachev and Babenko 2022, "On Embeddings for
 *       Numerical Features in Tabular Deep Learning"), with which a linear map of the inputs is a
 *       piecewise linear function of the value
 * </ul>
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
 * @param pieces of its range, possibly none
 * @param unit in which the texts of the training table were written, such as {@code %} or {@code
 *     $}; empty for none. A text without a unit counts in it, one with another is refused
 */
public record NumericInput(
    String name,
    double mean,
    double scale,
    double lower,
    double upper,
    double fill,
    MissingRule missing,
    List<Piece> pieces,
    String unit)
    implements InputColumn {
  /**
   * A part of the column's range, clipped to which a value is an input of its own.
   *
   * @param lower bound, finite, in the column's units
   * @param upper bound, finite, greater than {@code lower}
   * @param mean of the clipped values, in the column's units
   * @param scale of the clipped values, in the column's units, greater than 0
   */
  public record Piece(double lower, double upper, double mean, double scale) {
    /** Checks the ranges. */
    public Piece {
      if (!Double.isFinite(lower) || !(lower < upper) || Double.isInfinite(upper)) {
        throw new IllegalArgumentException(
            "piece: bounds %s and %s (expected: finite, in order)".formatted(lower, upper));
      }
      if (!Double.isFinite(mean) || !(scale > 0) || Double.isInfinite(scale)) {
        throw new IllegalArgumentException(
            "piece: mean %s, scale %s (expected: finite, scale > 0)".formatted(mean, scale));
      }
    }

    /** The network's number for one in the column's units; NaN for NaN. */
    public double standardize(double value) {
      return (Math.max(lower, Math.min(upper, value)) - mean) / scale;
    }
  }

  /** Checks the ranges. */
  public NumericInput {
    pieces = List.copyOf(pieces);
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

  /** A column without a unit. */
  public NumericInput(
      String name,
      double mean,
      double scale,
      double lower,
      double upper,
      double fill,
      MissingRule missing,
      List<Piece> pieces) {
    this(name, mean, scale, lower, upper, fill, missing, pieces, "");
  }

  /** A column without pieces. */
  public NumericInput(
      String name,
      double mean,
      double scale,
      double lower,
      double upper,
      double fill,
      MissingRule missing) {
    this(name, mean, scale, lower, upper, fill, missing, List.of());
  }

  /** The same with other moments of the training rows, and other missing cells. */
  public NumericInput with(double otherMean, double otherScale, MissingRule other) {
    return new NumericInput(name, otherMean, otherScale, lower, upper, fill, other, pieces, unit);
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
    List<String> features = new ArrayList<>();
    features.add(name);
    if (indicated()) {
      features.add(name + ": missing");
    }
    for (Piece piece : pieces) {
      features.add(
          "%s: %s to %s"
              .formatted(name, NumberText.of(piece.lower(), 6), NumberText.of(piece.upper(), 6)));
    }
    return features;
  }

  @Override
  public String description() {
    String text = Formulas.standardized("value", mean, scale);
    if (Double.isFinite(lower) || Double.isFinite(upper)) {
      text += ", within [%s, %s]".formatted(NumberText.of(lower, 6), NumberText.of(upper, 6));
    }
    if (!pieces.isEmpty()) {
      text += ", and %s pieces of its range".formatted(pieces.size());
    }
    if (mayBeMissing()) {
      text += ", missing as " + NumberText.of(fill, 6);
    }
    text = indicated() ? text + " with an indicator" : text;
    return unit.isEmpty() ? text : text + ", in " + unit;
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
    return firstPiece() + pieces.size();
  }

  /** Place of the first piece among the column's inputs: after its number, and its indicator. */
  public int firstPiece() {
    return indicated() ? 2 : 1;
  }

  @Override
  public <R> R match(Function<NumericInput, R> numeric, Function<TextInput, R> text) {
    return numeric.apply(this);
  }

  /**
   * The number of a cell of any type: a number, a text that is one, perhaps with the column's unit,
   * a {@link Boolean} or its text as 1 and 0; null, NaN or a blank text for a missing one.
   *
   * @return NaN for a missing cell
   * @throws IllegalArgumentException if the column does not accept it, with the cell and what was
   *     expected
   */
  public double number(@Nullable Object cell) {
    if (CellText.isMissing(cell)) {
      if (!mayBeMissing()) {
        throw new IllegalArgumentException(
            "missing (expected: a number; no cell was missing in training)");
      }
      return Double.NaN;
    }
    double value = value(cell);
    if (!Float.isFinite((float) value)) {
      throw new IllegalArgumentException(
          "%s (expected: %s)".formatted(CellText.shown(cell), expected(value, cell)));
    }
    return value;
  }

  private double value(@Nullable Object cell) {
    if (cell instanceof Number number) {
      return number.doubleValue();
    }
    String text = cell instanceof CharSequence || cell instanceof Boolean ? cell.toString() : "";
    return switch (Blanks.strip(text)) {
      case "true" -> 1;
      case "false" -> 0;
      default -> value(Blanks.strip(text));
    };
  }

  private double value(String text) {
    double plain = CellNumber.parse(text);
    return Double.isNaN(plain)
        ? NumberWithUnit.read(text)
            .filter(number -> number.unit().equals(unit))
            .map(NumberWithUnit::value)
            .orElse(Double.NaN)
        : plain;
  }

  private String expected(double value, @Nullable Object cell) {
    if (Double.isNaN(value)) {
      boolean other =
          cell instanceof CharSequence text
              && NumberWithUnit.read(Blanks.strip(text.toString())).isPresent();
      return other ? NumberWithUnit.expected(unit) : "a number";
    }
    boolean infinite = cell instanceof Number && Double.isInfinite(value);
    return infinite ? "a finite number" : "a number of magnitude at most 3.4e38";
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
   * @param value NaN for a missing cell; if none may be missing, that gives NaN, as an infinite
   *     value does
   * @param out receives {@link #width} numbers
   * @param at place of the first
   * @return the place after the last
   */
  public int encode(double value, float[] out, int at) {
    float rounded = (float) value;
    boolean gap = Float.isNaN(rounded);
    double number = gap && mayBeMissing() ? fill : Float.isInfinite(rounded) ? Double.NaN : rounded;
    out[at] = (float) standardize(number);
    if (indicated()) {
      out[at + 1] = gap ? 1 : 0;
    }
    for (int i = 0; i < pieces.size(); i++) {
      out[at + firstPiece() + i] = (float) pieces.get(i).standardize(number);
    }
    return at + width();
  }
}
