// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import io.otd.core.internal.check.Check;
import io.otd.spark.internal.scoring.CellType;
import io.otd.spark.internal.scoring.ResultShape;
import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings;
import io.otd.train.internal.preparation.ShardedTable;
import io.otd.train.settings.CalibrationSettings;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The training on a data set, checked as far as its columns allow.
 *
 * @param settings of the training
 * @param columns that are read, in their order
 * @param memory megabytes of a member's encoded rows
 * @param directory that all machines see
 */
public record EstimatorPlan(
    Settings settings, List<ScannedColumn> columns, int memory, Path directory) {
  /** Keeps the order. */
  public EstimatorPlan {
    columns = List.copyOf(columns);
  }

  /**
   * The request.
   *
   * @param targets columns to predict
   * @param assignments settings, {@code path=value}
   * @param members networks of each kind
   * @param memory megabytes of a member's encoded rows
   * @param seed of the division of the rows, and of the training
   * @param directory that all machines see; empty if not set
   * @param weight column of the weights; empty for none
   */
  public record Request(
      List<String> targets,
      List<String> assignments,
      int members,
      int memory,
      long seed,
      String directory,
      String weight) {}

  /**
   * Plans.
   *
   * @param schema of the data set
   * @param request targets, settings and limits
   * @throws IllegalArgumentException naming all problems
   */
  public static EstimatorPlan of(StructType schema, Request request) {
    List<String> problems = new ArrayList<>();
    if (request.targets.isEmpty()) {
      problems.add(Check.notGiven("targetCols", "the columns to predict"));
    }
    if (request.directory.isBlank()) {
      problems.add(Check.notGiven("directory", "one that driver and executors see under its path"));
    }
    if (request.members < 1) {
      problems.add("members: %s (expected: >= 1)".formatted(request.members));
    }
    if (request.memory < 1) {
      problems.add("memory: %s (expected: >= 1)".formatted(request.memory));
    }
    refuse(problems);
    Settings settings = settings(request);
    List<ScannedColumn> columns = columns(schema, settings, request.targets, problems);
    refuse(problems);
    return new EstimatorPlan(settings, columns, request.memory, Path.of(request.directory));
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  private static Settings settings(Request request) {
    try {
      SettingsReader reader =
          new SettingsReader()
              .value("data.target", request.targets, "targetCols")
              .value("data.test_fraction", List.of("0"), "the data set")
              .value("data.seed", List.of(Long.toString(request.seed)), "seed")
              .value("training.seed", List.of(Long.toString(request.seed)), "seed")
              .value("model.members", List.of(Integer.toString(request.members)), "members");
      if (!request.weight.isEmpty()) {
        reader = reader.value("data.weight", List.of(request.weight), "weightCol");
      }
      for (String assignment : request.assignments) {
        reader = reader.assignment(assignment);
      }
      Settings settings = reader.settings().ofOneMethod();
      ShardedTable.requireSuited(settings);
      if (!request.weight.isEmpty()
          && !settings.data().weight().equals(Optional.of(request.weight))) {
        throw new InputException(
            "data.weight: %s (expected: as weightCol, %s)"
                .formatted(settings.data().weight().orElse("null"), request.weight));
      }
      if (!settings.data().target().equals(request.targets)) {
        throw new InputException(
            "data.target: %s (expected: as targetCols, %s)"
                .formatted(settings.data().target(), request.targets));
      }
      return settings;
    } catch (InputException e) {
      throw new IllegalArgumentException("settings: " + e.getMessage(), e);
    }
  }

  private static List<ScannedColumn> columns(
      StructType schema, Settings settings, List<String> targets, List<String> problems) {
    requireNamed(schema, settings, targets, problems);
    List<ScannedColumn> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (StructField field : schema.fields()) {
      String name = field.name();
      if (!seen.add(name)) {
        problems.add("column \"%s\": there twice (expected: once)".formatted(name));
      }
      if (settings.data().ignore().contains(name)) {
        continue;
      }
      Optional<CellType> type = CellType.of(field.dataType());
      if (settings.data().weight().filter(name::equals).isPresent()) {
        requireWeight(field, targets, problems);
        continue;
      }
      if (type.isEmpty()) {
        problems.add(
            "column \"%s\": %s (expected: numbers, texts, booleans, dates or timestamps, or its name"
                    .formatted(name, field.dataType().sql())
                + " in data.ignore)");
      } else if (targets.contains(name) && type.get() != CellType.NUMBER) {
        problems.add(
            "target \"%s\": %s (expected: numbers)".formatted(name, field.dataType().sql()));
      } else {
        ScannedColumn.Use use =
            targets.contains(name)
                ? ScannedColumn.Use.TARGET
                : use(name, type.get(), settings.columns(), problems);
        columns.add(new ScannedColumn(name, use));
      }
    }
    if (columns.size() == targets.size() && problems.isEmpty()) {
      problems.add("columns: no input besides the targets (expected: at least one)");
    }
    return columns;
  }

  private static void requireWeight(
      StructField field, List<String> targets, List<String> problems) {
    if (targets.contains(field.name())) {
      problems.add("weightCol: \"%s\" (expected: no target)".formatted(field.name()));
    } else if (!CellType.of(field.dataType()).equals(Optional.of(CellType.NUMBER))) {
      problems.add(
          "weightCol: \"%s\" holds %s (expected: numbers)"
              .formatted(field.name(), field.dataType().sql()));
    }
  }

  private static ScannedColumn.Use use(
      String name, CellType type, ColumnSettings settings, List<String> problems) {
    if (settings.date().contains(name) || settings.id().contains(name)) {
      return type == CellType.NUMBER && settings.id().contains(name)
          ? ScannedColumn.Use.NUMBER
          : ScannedColumn.Use.TEXT;
    }
    if (settings.categorical().contains(name)) {
      return ScannedColumn.Use.CATEGORY;
    }
    if (settings.numeric().contains(name) && type != CellType.NUMBER) {
      problems.add(
          "columns.numeric: \"%s\" holds no numbers (expected: a column of numbers)"
              .formatted(name));
    }
    return switch (type) {
      case NUMBER -> ScannedColumn.Use.NUMBER;
      case TEXT, BOOLEAN -> ScannedColumn.Use.CATEGORY;
      case DATE, DATE_TIME, INSTANT -> ScannedColumn.Use.TEXT;
    };
  }

  private static void requireNamed(
      StructType schema, Settings settings, List<String> targets, List<String> problems) {
    List<String> there = List.of(schema.fieldNames());
    Map<String, List<String>> named = new LinkedHashMap<>();
    named.put("targetCols", targets);
    named.put("weightCol", settings.data().weight().stream().toList());
    named.put("data.ignore", settings.data().ignore());
    named.put("columns.numeric", settings.columns().numeric());
    named.put("columns.categorical", settings.columns().categorical());
    named.put("columns.date", settings.columns().date());
    named.put("columns.id", settings.columns().id());
    named.forEach(
        (setting, names) ->
            problems.addAll(ColumnNames.unknown(setting, names, there, "in the table")));
  }

  /** Settings of the columns, with what the types of Spark tell. */
  ColumnSettings columnSettings() {
    ColumnSettings said = settings.encoding();
    List<String> dates = new ArrayList<>(said.date());
    for (ScannedColumn column : columns) {
      if (column.use() == ScannedColumn.Use.TEXT
          && !said.id().contains(column.name())
          && !dates.contains(column.name())) {
        dates.add(column.name());
      }
    }
    return said.withDate(dates);
  }

  /** Levels of the intervals that the model will have. */
  private List<Double> conformal() {
    return settings.calibration().conformal() == CalibrationSettings.Conformal.NONE
        ? List.of()
        : settings.evaluation().levels();
  }

  /**
   * The columns, followed by that of the predictions.
   *
   * @param schema of the data set
   * @param name of the new column
   * @throws IllegalArgumentException if there is one of that name
   */
  public StructType predicted(StructType schema, String name) {
    if (List.of(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "outputCol: \"%s\" already exists (expected: another name)".formatted(name));
    }
    return schema.add(name, ResultShape.USUAL.type(settings.data().target(), conformal()), false);
  }
}
