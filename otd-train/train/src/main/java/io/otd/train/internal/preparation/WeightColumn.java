// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.weight.RowWeights;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.train.settings.DataSettings;
import io.otd.train.settings.SettingsJson;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The column that says how much each row of a table counts. */
public final class WeightColumn {
  private WeightColumn() {}

  /**
   * The rows that count.
   *
   * @param table without the rows of weight 0
   * @param weights of its rows, in units of their mean
   */
  public record Weighted(Table table, RowWeights weights) {}

  /**
   * A table as the settings weigh it, without the column of the weights.
   *
   * @throws InputException as {@link #of(Table, String)} does, or if the column is a target or that
   *     of the groups
   */
  static Weighted of(Table table, DataSettings settings) {
    if (settings.weight().isEmpty()) {
      return new Weighted(table, RowWeights.equal(table.rows()));
    }
    String column = settings.weight().get();
    if (settings.target().contains(column) || settings.group().filter(column::equals).isPresent()) {
      throw new InputException(
          "data.weight: %s (expected: neither a target nor data.group)"
              .formatted(Quoted.of(column)));
    }
    Weighted counted = of(table, column);
    return new Weighted(counted.table().without(column), counted.weights());
  }

  /**
   * The name of the column, if a training had one.
   *
   * @param settings of the training, by path, as in a configuration file: some names are quoted
   */
  public static Optional<String> named(Map<String, String> settings) {
    String path = "data.weight";
    return Optional.ofNullable(settings.get(path))
        .map(text -> SettingsJson.of(Map.of(path, text)).get(path))
        .map(Object::toString);
  }

  /** The rows of a table that count, by the column of the training if the table has it. */
  public static Weighted as(Map<String, String> training, Table table) {
    return named(training)
        .filter(table::has)
        .map(column -> of(table, column))
        .orElseGet(() -> new Weighted(table, RowWeights.equal(table.rows())));
  }

  /** Numbers of the rows that count, ascending; all if the settings have no weights. */
  static int[] counted(Table table, DataSettings settings) {
    return settings
        .weight()
        .map(column -> counted(numbers(table, column)))
        .orElseGet(() -> IntStream.range(0, table.rows()).toArray());
  }

  private static int[] counted(double[] all) {
    return IntStream.range(0, all.length).filter(row -> all[row] > 0).toArray();
  }

  /**
   * Requires that a column of weights is no column of a model.
   *
   * @param option that names it, for messages
   * @param columns the inputs and targets of the model
   */
  public static void requireOther(String option, String column, Collection<String> columns) {
    InputException.require(
        !columns.contains(column),
        option,
        Quoted.of(column),
        "neither an input nor a target of the model");
  }

  /**
   * A table with weights.
   *
   * @param column that holds them
   * @throws InputException if there is no such column, or a cell is missing, negative or not a
   *     number, with its place; or if no weight is above 0
   */
  public static Weighted of(Table table, String column) {
    Table counting = counting(table, column);
    return new Weighted(counting, new RowWeights(counting.numbers(column)).inUnitsOfTheirMean());
  }

  /**
   * The rows of a table that count, with the column of the weights.
   *
   * @throws InputException as {@link #of(Table, String)} does
   */
  public static Table counting(Table table, String column) {
    int[] counted = counted(numbers(table, column));
    if (counted.length == 0) {
      throw new InputException(
          "column %s: no weight is above 0 (expected: some rows that count)"
              .formatted(Quoted.of(column)));
    }
    return counted.length == table.rows() ? table : table.at(counted);
  }

  /**
   * The weight of each row of a table.
   *
   * @throws InputException if there is no such column, or a cell is missing, negative or not a
   *     number, with its place
   */
  public static double[] numbers(Table table, String column) {
    double[] all = table.numbers(column);
    for (int row = 0; row < all.length; row++) {
      if (!(all[row] >= 0) || Double.isInfinite(all[row])) {
        throw new InputException(
            "%s, column %s: %s (expected: the row's weight, at least 0)"
                .formatted(
                    table.place(row),
                    Quoted.of(column),
                    Double.isNaN(all[row]) ? "missing" : all[row]));
      }
    }
    return all;
  }
}
