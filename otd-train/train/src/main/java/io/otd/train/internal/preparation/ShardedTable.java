// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.weight.RowWeights;
import io.otd.table.Table;
import io.otd.table.internal.encoding.EncodingFit;
import io.otd.table.internal.split.MemberRows;
import io.otd.table.internal.split.RowGroups;
import io.otd.table.internal.split.Split;
import io.otd.table.problem.InputException;
import io.otd.table.read.DataFile;
import io.otd.train.settings.MemberPlan;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tables that no machine holds. The table holds a sample of the training rows, for everything
 * reported about them, and the held-out rows, which no member sees. The training rows of a member
 * are in its file.
 *
 * @param name of the table, for messages
 * @param digest of all rows
 * @param table the sample, then the validation rows, then the calibration rows
 * @param sample rows of the sample
 * @param validation rows for early stopping, weights and the calibration of the spread
 * @param weights how much each row of the table counts, in units of their mean
 * @param fit the encoding
 */
public record ShardedTable(
    String name,
    String digest,
    Table table,
    int sample,
    int validation,
    RowWeights weights,
    EncodingFit fit) {
  /**
   * Makes of it what is trained on.
   *
   * @param settings how
   * @param shards the rows of each member
   * @throws InputException if a model of these columns cannot be calibrated as the settings say
   */
  public PreparedTable prepared(Settings settings, List<ShardFile> shards) {
    PreparedTable.requireCalibrated(fit.encoding().schema(), settings.calibration());
    int held = sample + validation;
    Split split =
        new Split(
            IntStream.range(0, sample).toArray(),
            IntStream.range(sample, held).toArray(),
            new int[0],
            IntStream.range(held, table.rows()).toArray());
    return new PreparedTable(
        new DataFile(name, digest, table, List.of()),
        RowGroups.single(table.rows()),
        weights,
        Optional.empty(),
        new MemberPlan(shards.size(), false, settings.heldOutByAll()),
        split,
        MemberRows.shared(split, shards.size()),
        fit,
        Optional.empty(),
        shards,
        Optional.empty());
  }

  /**
   * Checks the settings for reading and splitting a table in memory.
   *
   * @throws InputException naming all that do not go with a table in parts
   */
  public static void requireSuited(Settings settings) {
    List<String> problems = new ArrayList<>();
    var data = settings.data();
    data.file().ifPresent(f -> problems.add(given("data.file", f)));
    data.database().ifPresent(d -> problems.add("data.database: given (expected: null)"));
    data.query().ifPresent(q -> problems.add(given("data.query", q)));
    data.fields().ifPresent(f -> problems.add(given("data.fields", f)));
    data.folds().ifPresent(f -> problems.add(given("data.folds", f)));
    data.group().ifPresent(g -> problems.add(given("data.group", g)));
    data.holdout().ifPresent(h -> problems.add(given("data.holdout", h)));
    if (data.testFraction() != 0) {
      problems.add(
          "data.test_fraction: %s (expected: 0; split the data set and measure with evaluate)"
              .formatted(data.testFraction()));
    }
    if (!settings.evaluation().coverageBy().isEmpty()) {
      problems.add(unscored("evaluation.coverage_by", settings.evaluation().coverageBy()));
    }
    if (!settings.evaluation().scores().isEmpty()) {
      problems.add(unscored("evaluation.scores", settings.evaluation().scores()));
    }
    settings
        .training()
        .budgetSeconds()
        .ifPresent(
            seconds ->
                problems.add(
                    "training.budget_seconds: %s (expected: null, as executors have no common clock)"
                        .formatted(seconds)));
    settings
        .namedTrees()
        .ifPresent(
            named ->
                problems.add("model.kinds: %s (expected: methods of networks)".formatted(named)));
    if (settings.model().members().isEmpty()) {
      problems.add("model.members: null (expected: the number of networks of each kind)");
    }
    if (!(settings.heldOutByAll() > 0)) {
      problems.add(
          "data.validation_fraction: 0 (expected: above 0, the rows by which the model is chosen)");
    }
    InputException.throwIfAny(problems);
  }

  private static String unscored(String path, List<String> asked) {
    return "%s: %s (expected: none, as there are no test rows; export, then otd evaluate)"
        .formatted(path, asked);
  }

  private static String given(String path, Object value) {
    return "%s: %s (expected: null, as the rows are divided by their content)"
        .formatted(path, value);
  }
}
