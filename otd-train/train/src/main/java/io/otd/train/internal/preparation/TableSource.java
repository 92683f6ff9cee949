// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.weight.RowWeights;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.internal.encoding.MissingTargets;
import io.otd.table.internal.encoding.SchemaInference;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.RowGroups;
import io.otd.table.internal.split.Split;
import io.otd.table.internal.split.SplitRule;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.read.ColumnReading;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import io.otd.train.settings.DataSettings;
import io.otd.train.settings.DataSettings.Holdout;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A table as it was read, before it is split; the folds of a cross-validation share it.
 *
 * @param file the table, without the columns of the groups and of the weights
 * @param groups rows that stay together
 * @param weights how much each row counts, in units of their mean
 * @param folds of a cross-validation, if it is one
 * @param fields what its rows are, if it was made of fields
 */
public record TableSource(
    DataFile file,
    RowGroups groups,
    RowWeights weights,
    Optional<Folds> folds,
    Optional<FieldLayout> fields) {
  /**
   * Reads a table.
   *
   * @param all which file, columns and folds
   * @throws InputException if a file or the settings are invalid
   */
  public static TableSource read(Settings all) {
    DataSettings settings = all.data();
    if (settings.fields().isPresent()) {
      return FieldsSource.read(settings.fields().get(), settings);
    }
    TableAddress address =
        settings
            .address()
            .orElseThrow(
                () ->
                    InputException.notGiven(
                        "data.file", "a table, as --data FILE, or fields, as --fields FILE"));
    DataFile file =
        TableReader.read(address, columns(all), settings.format(), settings.memoryBytes());
    return of(file, all);
  }

  /** Numeric columns, targets among them, are numbers whatever their digits look like. */
  private static ColumnSelection columns(Settings all) {
    Map<String, ColumnReading> kinds = new HashMap<>();
    all.columns().numeric().forEach(name -> kinds.put(name, ColumnReading.QUANTITY));
    all.data().target().forEach(name -> kinds.put(name, ColumnReading.QUANTITY));
    all.data().weight().ifPresent(name -> kinds.put(name, ColumnReading.QUANTITY));
    all.columns().categorical().forEach(name -> kinds.put(name, ColumnReading.TEXT));
    all.columns().date().forEach(name -> kinds.put(name, ColumnReading.MOSTLY_DATE));
    return new ColumnSelection.Except(
        new LinkedHashSet<>(all.data().ignore()), Set.copyOf(all.data().target()), kinds, false);
  }

  /**
   * A table that is in memory. Its name replaces that of a file, its content the file's bytes. Its
   * texts are read as those of a file.
   *
   * @param table with all its columns; those that the settings ignore are left out
   * @param name for messages and directories
   * @param all which columns and folds
   * @throws InputException if the settings are invalid, or a number is infinite or not a float32
   */
  public static TableSource of(Table table, String name, Settings all) {
    Table columns = table;
    table.require("data.ignore", all.data().ignore());
    for (String column : new LinkedHashSet<>(all.data().ignore())) {
      columns = columns.without(column);
    }
    columns.columns().forEach(column -> requireNumbers(column, table));
    List<String> notes = new ArrayList<>();
    Table read = TableReader.texts(columns, columns(all), notes::add);
    return of(new DataFile(name, TableDigest.sha256(columns), read, notes), all);
  }

  /** Files are checked where they are read; a column that a caller makes is not. */
  private static void requireNumbers(Column column, Table table) {
    if (column instanceof NumericColumn numeric) {
      for (int row = 0; row < numeric.rows(); row++) {
        if (Math.abs(numeric.number(row)) > Float.MAX_VALUE) {
          throw new InputException(
              "%s, column %s: %s (expected: of magnitude at most %s, or NaN where it is missing)"
                  .formatted(
                      table.place(row),
                      Quoted.of(column.name()),
                      numeric.number(row),
                      Float.MAX_VALUE));
        }
      }
    }
  }

  private static TableSource of(DataFile whole, Settings all) {
    DataSettings settings = all.data();
    whole.table().require("data.weight", settings.weight().stream().toList());
    whole.table().require("data.group", settings.group().stream().toList());
    WeightColumn.Weighted weighted = WeightColumn.of(whole.table(), settings);
    DataFile file = whole.with(weighted.table());
    RowGroups groups = RowGroups.single(file.table().rows());
    if (settings.group().isPresent()) {
      String column = settings.group().get();
      if (settings.target().contains(column)) {
        throw new InputException("data.group: \"" + column + "\" (expected: not a target)");
      }
      groups = RowGroups.of(file.table(), column);
      file = file.with(file.table().without(column));
    }
    TableSource table =
        new TableSource(file, groups, weighted.weights(), Optional.empty(), Optional.empty());
    return settings
        .folds()
        .map(f -> f.folds(table.groups(), table.rows(all), settings.repeats(), settings.seed()))
        .map(folds -> counted(folds, whole.table(), settings))
        .map(table::with)
        .orElse(table);
  }

  /** A file of folds may be of all rows of the table: those that do not count are left out. */
  private static Folds counted(Folds folds, Table whole, DataSettings settings) {
    return folds.rows() == whole.rows() ? folds.at(WeightColumn.counted(whole, settings)) : folds;
  }

  /**
   * The rows that are learned or tested, ascending: all, or those with every target where others
   * are left out.
   *
   * @param all which columns are targets, and what a missing one means
   * @throws InputException if a target is unknown, or is missing in a row and may not be
   */
  public int[] rows(Settings all) {
    Table table = file.table();
    return new MissingTargets(
            table,
            List.copyOf(SchemaInference.targets(table, targets(all.data()))),
            all.columns().missingTarget())
        .others();
  }

  /** The targets, as the settings name them. */
  List<String> targets(DataSettings settings) {
    return fields.map(FieldLayout::values).orElse(settings.target());
  }

  /**
   * The table without its test rows: those that are chosen by see nothing of the others.
   *
   * @param all which rows are test rows; nothing is split off what is given back by {@link
   *     Settings#withoutTest}
   * @throws InputException if the settings are invalid, for example if there are folds and none is
   *     selected
   */
  public TableSource withoutTest(Settings all) {
    Split split = rule(all.data(), 0).split(groups, rows(all));
    boolean[] test = new boolean[groups.rows()];
    Arrays.stream(split.test()).forEach(row -> test[row] = true);
    int[] rows = IntStream.range(0, test.length).filter(row -> !test[row]).toArray();
    return new TableSource(
        file.at(rows),
        groups.at(rows),
        weights.at(rows),
        Optional.empty(),
        fields.map(FieldLayout::withoutTest));
  }

  /** The same table with folds. */
  public TableSource with(Folds others) {
    return new TableSource(file, groups, weights, Optional.of(others), fields);
  }

  /** A name for runs on the table, see {@link RunName}. */
  public static String name(DataFile table) {
    return RunName.of(table.name());
  }

  /**
   * The rule by which the rows are split.
   *
   * @param validation share of the rows that are not test rows, of validation rows of all
   */
  SplitRule rule(DataSettings settings, double validation) {
    if (folds.isPresent()) {
      int fold =
          settings
              .fold()
              .orElseThrow(
                  () ->
                      InputException.notGiven(
                          "data.fold", "the fold to test on, as --set data.fold=0"));
      return folds.get().rule(new Folds.Part(settings.repeat(), fold), validation, settings.seed());
    }
    Optional<int[]> given = fields.flatMap(FieldLayout::test);
    return switch (settings.holdout().orElse(given.isPresent() ? Holdout.GIVEN : Holdout.RANDOM)) {
      case RANDOM -> new SplitRule.Holdout(settings.testFraction(), validation, settings.seed());
      case CHRONOLOGICAL -> new SplitRule.Chronological(settings.testFraction(), validation);
      case GIVEN ->
          new SplitRule.OneFold(
              given.orElseThrow(
                  () ->
                      new InputException(
                          "data.holdout: given (expected: random, where no file of fields has an"
                              + " array \"test\")")),
              0,
              validation,
              settings.seed());
    };
  }
}
