// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.TableSchema;
import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.internal.encoding.EncodingFit;
import io.otd.table.internal.encoding.MissingTargets;
import io.otd.table.internal.encoding.SchemaInference;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.internal.encoding.TableRoles;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.MemberRows;
import io.otd.table.internal.split.RowGroups;
import io.otd.table.internal.split.RowOrder;
import io.otd.table.internal.split.SharedRows;
import io.otd.table.internal.split.Split;
import io.otd.table.internal.split.Subset;
import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.read.DataFile;
import io.otd.table.settings.ColumnSettings;
import io.otd.table.settings.ColumnSettings.MissingTarget;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.settings.CalibrationSettings;
import io.otd.train.settings.DataSettings;
import io.otd.train.settings.MemberPlan;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A table that is ready for training. Everything fitted is fitted on the training rows.
 *
 * @param source the file
 * @param groups of its rows, those that stay together
 * @param weights of its rows, in units of their mean
 * @param folds that the split is made by, if any
 * @param plan how many networks are trained, and on which rows
 * @param split its rows; those without target are in no part; if each member of an ensemble holds
 *     out different rows, there are no common validation rows
 * @param memberRows the rows of each member
 * @param fit from its columns to the network's numbers, with the schema
 * @param fields what its rows are, if it was made of parametric fields
 * @param shards the training rows of each member, if they are not in the table; the table's
 *     training rows are then a sample of them
 * @param from the model that is trained further, if any: the fit is its encoding
 */
public record PreparedTable(
    DataFile source,
    RowGroups groups,
    RowWeights weights,
    Optional<Folds> folds,
    MemberPlan plan,
    Split split,
    List<MemberRows> memberRows,
    EncodingFit fit,
    Optional<FieldLayout> fields,
    List<ShardFile> shards,
    Optional<TrainedModel> from) {
  /**
   * Maximum number of predicted rows per part for a table in a file: enough for a score to 0.5 %.
   */
  static final int MOST_SCORED = 50_000;

  /** Below this number of rows of a part, the user is warned. */
  private static final int FEW_ROWS = 10;

  /** Below this number of rows with a target, nothing is trained. */
  private static final int FEWEST_ROWS = 5;

  /** Rows that belong together: those of a case of fields, 1 of a table. */
  public int points() {
    return fields.map(FieldLayout::points).orElse(1);
  }

  /**
   * Reads and prepares a table.
   *
   * @param settings which file, columns and split
   * @throws InputException if the file or the settings are invalid
   */
  public static PreparedTable read(Settings settings) {
    return of(TableSource.read(settings), settings);
  }

  /**
   * Prepares a table that was read.
   *
   * @param settings which columns and split
   * @throws InputException if the settings are invalid
   */
  public static PreparedTable of(TableSource source, Settings settings) {
    DataSettings data = settings.data();
    Table table = source.file().table();
    table.require("evaluation.coverage_by", settings.evaluation().coverageBy());
    ColumnSettings columns = columns(source, settings);
    TableRoles roles = SchemaInference.of(table, source.targets(data), columns);
    int[] rows = source.rows(settings);
    if (source.fields().isEmpty()) {
      requireTargets(table, roles.targets(), rows);
    }
    MemberPlan plan = settings.memberPlan(rows.length, source.groups().count(rows));
    double validation = plan.apart() ? 0 : plan.validationFraction();
    Split parts = source.rule(data, validation).split(source.groups(), rows);
    Split whole = withCalibration(parts, source.groups(), settings);
    Split split = table.stored() ? whole.withAtMost(MOST_SCORED, data.seed()) : whole;
    Optional<TrainedModel> from = EarlierModel.of(settings, roles);
    EncodingFit fit =
        from.isPresent()
            ? EncodingFit.kept(table, roles, from.get().schema())
            : EncodingFit.of(
                table, roles, columns, split.train(), source.weights().at(split.train()));
    requireCalibrated(fit.encoding().schema(), settings.calibration());
    return new PreparedTable(
        source.file(),
        source.groups(),
        source.weights(),
        source.folds(),
        plan,
        split,
        plan.apart()
            ? apart(source, split, plan, data.seed())
            : MemberRows.shared(split, plan.members()),
        fit.withNotices(ofSplit(table, fit.encoding().schema(), split, data.chronological())),
        source.fields(),
        List.of(),
        from);
  }

  /** Checks that there is something to predict, and something to learn it from. */
  private static void requireTargets(Table table, List<String> targets, int[] rows) {
    if (rows.length < FEWEST_ROWS) {
      throw new InputException(
          "data: %s with a target (expected: at least %s, for training, validation and test)"
              .formatted(NumberText.counted(rows.length, "row"), FEWEST_ROWS));
    }
    for (String target : targets) {
      Column column = table.column(target);
      if (column.constant(rows)) {
        throw new InputException(
            "target %s: %s in all %s rows, so there is nothing to predict (expected: different values; check data.target and the file)"
                .formatted(
                    Quoted.of(target),
                    column.at(new int[] {rows[0]}).texts().text(0),
                    rows.length));
      }
    }
  }

  /** Checks that a model of some columns can be calibrated so. */
  static void requireCalibrated(TableSchema schema, CalibrationSettings settings) {
    InputException.throwIfAny(
        ColumnNames.unknown("calibration.by", settings.by(), schema.inputNames(), "an input"));
    try {
      GroupColumns unused = GroupColumns.of(schema, settings.by());
    } catch (IllegalArgumentException e) {
      throw new InputException("calibration.by " + e.getMessage());
    }
    if (settings.conformal() == CalibrationSettings.Conformal.JOINT
        && schema.targets().size() == 1) {
      throw new InputException(
          "calibration.conformal: joint, with one target (expected: several targets; normalized is the same for one)");
    }
  }

  /** What a user should know of the rows that are learned and tested, possibly nothing. */
  private static List<String> ofSplit(
      Table table, TableSchema schema, Split split, boolean chronological) {
    List<String> notices = new ArrayList<>();
    if (chronological) {
      List<DateInput> dates =
          schema.text().stream()
              .filter(DateInput.class::isInstance)
              .map(DateInput.class::cast)
              .toList();
      new RowOrder(table, dates).notice(split).ifPresent(notices::add);
    }
    if (!table.stored()) {
      List<String> columns = new ArrayList<>(schema.inputNames());
      columns.addAll(schema.targetNames());
      new SharedRows(table, columns).notice(split).ifPresent(notices::add);
    }
    return notices;
  }

  /** Of a table in a file, the members together hold out no more rows than a common part has. */
  private static List<MemberRows> apart(
      TableSource source, Split split, MemberPlan plan, long seed) {
    List<MemberRows> all =
        MemberRows.apart(
            source.groups(), split.train(), plan.members(), plan.validationFraction(), seed);
    if (!source.file().table().stored()) {
      return all;
    }
    int most = Math.max(1, MOST_SCORED / plan.members());
    return all.stream()
        .map(rows -> new MemberRows(rows.train(), Subset.of(rows.validation(), most, seed)))
        .toList();
  }

  /** Parameters and coordinates are numbers, regardless of their names. */
  private static ColumnSettings columns(TableSource source, Settings settings) {
    return source
        .fields()
        .map(
            fields ->
                settings
                    .encoding()
                    .withMoreNumeric(
                        source.file().table().names().stream()
                            .filter(name -> !fields.values().contains(name))
                            .toList())
                    .withTargetSupport(supportOfFields(settings.columns().targetSupport())))
        .orElse(settings.encoding());
  }

  /** A value that many points of a field have, as on a boundary, is not a bound of the others. */
  private static List<String> supportOfFields(List<String> settings) {
    return settings.stream().map(s -> s.strip().equalsIgnoreCase("auto") ? "real" : s).toList();
  }

  /** How the members are trained on it. */
  public TrainingSettings trainingSettings(Settings settings) {
    return settings.trainingSettings(learned(0), points());
  }

  /** Number of training rows of a member. */
  int learned(int member) {
    return shards.isEmpty()
        ? memberRows.get(member).train().length
        : shards.get(member).shape().rows();
  }

  /** Maximum number of training rows of a member. */
  public int mostLearned() {
    return IntStream.range(0, memberRows.size()).map(this::learned).max().orElseThrow();
  }

  /** The calibration part is taken from the training part, if the settings need one. */
  private static Split withCalibration(Split parts, RowGroups groups, Settings settings) {
    CalibrationSettings calibration = settings.calibration();
    if (!calibration.needsRows()) {
      return parts;
    }
    Split split = parts.withCalibration(groups, calibration.fraction(), settings.data().seed());
    if (split.calibration().length < calibration.fewestRows()) {
      throw new InputException(
          "calibration.fraction: %s gives %s (expected: at least %s)"
              .formatted(
                  calibration.fraction(),
                  NumberText.counted(split.calibration().length, "row"),
                  calibration.fewestRows()));
    }
    return split;
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
    return fit.encoding().schema();
  }

  /** From rows to the network's numbers. */
  public TableEncoding encoding() {
    return fit.encoding();
  }

  /**
   * The training rows of a member, by case. Those in a file have no weights here: they are read
   * with the file.
   */
  public TrainingRows trainingRows(int member) {
    if (!shards.isEmpty()) {
      return TrainingRows.stored(
          shards.get(member), learned(member), Supports.bounds(schema().targets()));
    }
    int[] rows = memberRows.get(member).train();
    return table().stored()
        ? TrainingRows.stored(
                EncodedRows.of(encoding(), table(), rows),
                rows.length,
                Supports.bounds(schema().targets()))
            .weighted(weights.at(rows))
        : rows(rows).withPoints(points());
  }

  /** Some rows as the network sees them, each for itself. */
  public TrainingRows rows(int[] rows) {
    return new TrainingRows(
            encoding().inputs(table(), rows),
            encoding().targets(table(), rows),
            rows.length,
            1,
            rows.length,
            Supports.bounds(schema().targets()))
        .weighted(weights.at(rows));
  }

  /** Notes for the user about the table, possibly none. */
  public List<String> notices() {
    List<String> notices = new ArrayList<>(source.notes());
    notices.addAll(fit.notices());
    if (table().stored()) {
      notices.add(
          ("the table takes more than data.memory: its numbers are in a temporary file, and at most"
                  + " %s validation, test and calibration rows each are predicted")
              .formatted(MOST_SCORED));
    }
    int with =
        new MissingTargets(table(), schema().targetNames(), MissingTarget.DROP).others().length;
    if (with < table().rows()) {
      notices.add(
          "%s of %s rows without target are left out"
              .formatted(table().rows() - with, table().rows()));
    }
    constantTargets(notices);
    fewRows(notices);
    return notices;
  }

  private void constantTargets(List<String> notices) {
    int[] train = split.train();
    for (String target : schema().targetNames()) {
      double[] values = table().column(target).numbers();
      if (Arrays.stream(train).allMatch(row -> values[row] == values[train[0]])) {
        notices.add(
            "target %s: %s in all %s (expected: different values; check data.target and the file)"
                .formatted(
                    Quoted.of(target),
                    values[train[0]],
                    NumberText.counted(train.length, "training row")));
      }
    }
  }

  private void fewRows(List<String> notices) {
    int train = learned(0);
    if (train < FEW_ROWS) {
      notices.add(
          "only %s (expected: at least %s; add rows, or lower data.test_fraction)"
              .formatted(NumberText.counted(train, "training row"), FEW_ROWS));
    }
    int validation = memberRows.get(0).validation().length;
    if (validation == 0) {
      notices.add(
          "no validation rows, so no early stopping and no calibration (raise"
              + " data.validation_fraction for some)");
    } else if (validation < FEW_ROWS) {
      notices.add(
          "only %s: early stopping and calibration are unreliable (add rows, or raise data.validation_fraction)"
              .formatted(NumberText.counted(validation, "validation row")));
    }
    int test = split.test().length;
    if (test > 0 && test < FEW_ROWS) {
      notices.add(
          "only %s: the scores are unreliable (cross-validation, --folds, tests on every row)"
              .formatted(NumberText.counted(test, "test row")));
    }
  }
}
