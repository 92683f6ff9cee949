package io.otd.train.tabular;

import io.otd.core.schema.TableSchema;
import io.otd.train.config.DataSettings;
import io.otd.train.data.DataFile;
import io.otd.train.data.Folds;
import io.otd.train.data.NumericColumn;
import io.otd.train.data.SchemaInference;
import io.otd.train.data.Split;
import io.otd.train.data.Table;
import io.otd.train.data.TableScaling;
import io.otd.train.problem.InputException;
import io.otd.train.training.TrainingRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table that is ready to be learned from. Everything fitted is fitted on the training rows.
 *
 * @param source the file
 * @param folds that the split is made by, if any
 * @param split its rows
 * @param scaling from its columns to the network's numbers, with the schema
 */
public record TabularData(
    DataFile source, Optional<Folds> folds, Split split, TableScaling scaling) {
  /**
   * Reads and prepares a table.
   *
   * @param settings which file, columns and split
   * @throws InputException if the file or the settings are not as expected
   */
  public static TabularData read(DataSettings settings) {
    return of(TableSource.read(settings), settings);
  }

  /**
   * Prepares a table that was read.
   *
   * @param source the table
   * @param settings which columns and split
   * @throws InputException if the settings are not as expected
   */
  public static TabularData of(TableSource source, DataSettings settings) {
    Table table = source.file().table();
    TableSchema schema = SchemaInference.of(table, settings.target());
    Split split = source.rule(settings).split(source.groups());
    return new TabularData(
        source.file(), source.folds(), split, TableScaling.fit(table, schema, split.train()));
  }

  /** See {@link TableSource#name}. */
  public String name() {
    return TableSource.name(source);
  }

  /** The table. */
  public Table table() {
    return source.table();
  }

  /** Inputs and targets. */
  public TableSchema schema() {
    return scaling.schema();
  }

  /** Some rows as the network sees them. */
  public TrainingRows rows(int[] rows) {
    return new TrainingRows(
        scaling.standardizedInputs(table(), rows),
        scaling.standardizedTargets(table(), rows),
        rows.length);
  }

  /** What a user should know about the table, possibly nothing. */
  public List<String> notices() {
    List<String> notices = new ArrayList<>();
    List<String> constant =
        table().columns().stream()
            .filter(c -> c instanceof NumericColumn n && n.constant(split.train()))
            .map(c -> "\"" + c.name() + "\"")
            .toList();
    if (!constant.isEmpty()) {
      notices.add("columns that are constant in the training rows: " + String.join(", ", constant));
    }
    if (split.validation().length == 0) {
      notices.add("no validation rows: no early stopping, no calibration");
    } else if (split.validation().length < 10) {
      notices.add(
          "only %d validation rows: early stopping and calibration are uncertain"
              .formatted(split.validation().length));
    }
    return notices;
  }
}
