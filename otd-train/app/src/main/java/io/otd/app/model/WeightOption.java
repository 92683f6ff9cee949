// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.core.internal.weight.RowWeights;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnReading;
import io.otd.table.read.ColumnSelection;
import io.otd.train.internal.preparation.WeightColumn;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The column by which the rows of a table count for a model. */
public final class WeightOption {
  @Option(
      names = "--weight",
      paramLabel = "COL",
      description =
          "Column of weights, at least 0: a row of weight 3 counts as three rows. Default: that of"
              + " the training, if the table has it.")
  private @Nullable String weight;

  /** Whether it is given. */
  public boolean given() {
    return weight != null;
  }

  /**
   * The column of a table.
   *
   * @param training settings of the model's training
   */
  public Optional<String> column(Map<String, String> training, Table table) {
    return named(training).filter(name -> given() || table.has(name));
  }

  private Optional<String> named(Map<String, String> training) {
    return Optional.ofNullable(weight).or(() -> WeightColumn.named(training));
  }

  /**
   * The columns of a model, and that of the weights.
   *
   * @throws InputException if the given column is one of them
   */
  ColumnSelection.Typed with(ColumnSelection.Typed columns, Map<String, String> training) {
    if (weight != null) {
      WeightColumn.requireOther("--weight", weight, columns.names());
      return columns.with("--weight", weight, ColumnReading.NUMBER);
    }
    return named(training)
        .map(name -> columns.withOptional(name, ColumnReading.NUMBER))
        .orElse(columns);
  }

  /** The rows of a table that count, with the column of the weights. */
  public Table counting(Table table, Map<String, String> training) {
    return column(training, table).map(name -> WeightColumn.counting(table, name)).orElse(table);
  }

  /** The rows of a table that count. */
  WeightColumn.Weighted rows(Table table, Map<String, String> training) {
    return column(training, table)
        .map(name -> WeightColumn.of(table, name))
        .orElseGet(() -> new WeightColumn.Weighted(table, RowWeights.equal(table.rows())));
  }
}
