// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Positions of a model's input columns in the rows of a data set.
 *
 * @param places in a row, from 0; in the order of the model's inputs
 */
public record InputBinding(List<Integer> places) implements Serializable {
  /**
   * Finds the columns by their names.
   *
   * @param columns of the data set
   * @throws IllegalArgumentException naming all columns that are missing, appear twice, or are of
   *     the wrong type
   */
  public static InputBinding of(TableSchema schema, StructType columns) {
    List<Integer> places = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (InputColumn input : schema.inputs()) {
      int[] found = places(input.name(), columns);
      Optional<CellType> type =
          found.length == 1 ? CellType.of(columns.fields()[found[0]].dataType()) : Optional.empty();
      String problem = problem(input, found, columns, type);
      if (problem.isEmpty()) {
        places.add(found[0]);
      } else {
        problems.add(problem);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new InputBinding(places);
  }

  private static int[] places(String name, StructType columns) {
    int[] found = new int[columns.length()];
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      if (columns.fields()[i].name().equals(name)) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static String problem(
      InputColumn input, int[] found, StructType columns, Optional<CellType> type) {
    if (found.length == 0) {
      return "column \"%s\": not there (expected: among %s)"
          .formatted(input.name(), List.of(columns.fieldNames()));
    }
    if (found.length > 1) {
      return "column \"%s\": there %s times (expected: once)".formatted(input.name(), found.length);
    }
    StructField column = columns.fields()[found[0]];
    boolean fits =
        type.isPresent() && input.match(number -> type.get().mayBeNumbers(), text -> true);
    return fits
        ? ""
        : "column \"%s\": %s (expected: %s)"
            .formatted(
                input.name(),
                column.dataType().sql(),
                input.match(
                    number -> "numbers, texts or booleans",
                    text -> "texts, booleans, numbers, dates or timestamps"));
  }
}
