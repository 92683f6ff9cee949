// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the network's inputs that is a number of a cell: {@code (clip(value, lower, upper) - mean)
 * / scale}, or {@code whenMissing}.
 *
 * @param source place of the number among those that are read
 * @param place of the input among the network's inputs, or among those of its column
 * @param lower bound
 * @param upper bound
 * @param mean that is subtracted
 * @param scale that it is divided by
 * @param whenMissing the input for a missing cell
 */
public record EncodedNumber(
    int source,
    int place,
    double lower,
    double upper,
    double mean,
    double scale,
    double whenMissing) {
  /** Those of a schema's columns of numbers; the source is the place among these columns. */
  public static List<EncodedNumber> of(TableSchema schema) {
    List<EncodedNumber> result = new ArrayList<>();
    int source = 0;
    int place = 0;
    for (InputColumn column : schema.inputs()) {
      if (column instanceof NumericInput number) {
        result.add(whole(number, number.mayBeMissing(), source, place));
        int first = place + number.width() - number.pieces().size();
        for (int i = 0; i < number.pieces().size(); i++) {
          result.add(piece(number, i, source, first + i));
        }
        source++;
      }
      place += column.width();
    }
    return result;
  }

  /** Those of a column of dates; source and place are those of the part. */
  public static List<EncodedNumber> of(DateInput column) {
    List<EncodedNumber> result = new ArrayList<>();
    for (DateInput.Part part : column.parts()) {
      result.add(whole(part.number(), column.mayBeMissing(), result.size(), result.size()));
    }
    return result;
  }

  private static EncodedNumber whole(NumericInput column, boolean filled, int source, int place) {
    return new EncodedNumber(
        source,
        place,
        column.lower(),
        column.upper(),
        column.mean(),
        column.scale(),
        filled ? column.standardize(column.fill()) : Double.NaN);
  }

  private static EncodedNumber piece(NumericInput column, int i, int source, int place) {
    NumericInput.Piece piece = column.pieces().get(i);
    return new EncodedNumber(
        source,
        place,
        piece.lower(),
        piece.upper(),
        piece.mean(),
        piece.scale(),
        column.mayBeMissing() ? piece.standardize(column.fill()) : Double.NaN);
  }
}
