// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.metrics.CoverageLevels;
import io.otd.predict.Predictor;
import io.otd.spark.internal.shipping.OpenModels;
import io.otd.spark.internal.shipping.ShippedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Measures models on data sets that have the targets. */
public final class DatasetEvaluation {
  /** Of the intervals whose coverage is measured. */
  static final List<Double> LEVELS = CoverageLevels.OPENML;

  private DatasetEvaluation() {}

  /**
   * Measures a model.
   *
   * @param rows with inputs and targets
   * @param model that predicts
   * @param shape what is done with rows that cannot be predicted
   * @throws IllegalArgumentException naming columns that are missing or of the wrong type
   */
  public static Map<String, Double> evaluate(
      Dataset<Row> rows, ShippedModel model, ResultShape shape) {
    Predictor predictor = OpenModels.of(model);
    List<Integer> targets = targets(predictor.targets(), rows.schema());
    PartitionEvaluator evaluator =
        new PartitionEvaluator(ScoringPlan.of(model, rows.schema(), shape), targets);
    ScoreTotals totals = new ScoreTotals();
    // Added in partition order, so that the sums are the same each time.
    rows.javaRDD().mapPartitions(evaluator).collect().forEach(totals::add);
    return totals.scores(LEVELS, targets.size());
  }

  private static List<Integer> targets(List<String> names, StructType columns) {
    List<Integer> places = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      int place = Arrays.asList(columns.fieldNames()).indexOf(name);
      Optional<CellType> type =
          place < 0 ? Optional.empty() : CellType.of(columns.fields()[place].dataType());
      if (type.filter(CellType.NUMBER::equals).isPresent()) {
        places.add(place);
      } else {
        problems.add(
            "target \"%s\": %s (expected: a column of numbers)"
                .formatted(
                    name, place < 0 ? "not there" : columns.fields()[place].dataType().sql()));
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return places;
  }
}
