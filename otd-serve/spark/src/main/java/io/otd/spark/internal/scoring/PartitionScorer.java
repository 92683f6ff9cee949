// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/**
 * Adds predictions to the rows of a partition.
 *
 * @param plan what is predicted
 */
record PartitionScorer(ScoringPlan plan) implements MapPartitionsFunction<Row, Row> {
  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    return new ScoredRows(
        rows,
        plan.scorer(),
        plan.inputs().places(),
        plan.model().engine().rows(),
        TaskContext.getPartitionId());
  }
}
