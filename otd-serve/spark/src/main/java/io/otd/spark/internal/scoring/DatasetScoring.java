// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.spark.internal.shipping.ShippedModel;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Data sets with a column of predictions. */
public final class DatasetScoring {
  private DatasetScoring() {}

  /**
   * The columns, followed by that of the predictions.
   *
   * @param plan what is predicted
   * @param columns of the data set
   * @param name of the new column
   * @throws IllegalArgumentException if there is one of that name
   */
  public static StructType columns(ScoringPlan plan, StructType columns, String name) {
    if (List.of(columns.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          "outputCol: \"%s\" already exists (expected: another name than those of %s)"
              .formatted(name, List.of(columns.fieldNames())));
    }
    return columns.add(name, plan.type(), false);
  }

  /**
   * Adds the predictions. Only the checks run now.
   *
   * @param model that predicts
   * @param name of the new column
   * @throws IllegalArgumentException as {@link ScoringPlan#of} and {@link #columns} have it
   */
  public static Dataset<Row> score(
      Dataset<Row> rows, ShippedModel model, ResultShape shape, String name) {
    ScoringPlan plan = ScoringPlan.of(model, rows.schema(), shape);
    return rows.mapPartitions(
        new PartitionScorer(plan), Encoders.row(columns(plan, rows.schema(), name)));
  }
}
