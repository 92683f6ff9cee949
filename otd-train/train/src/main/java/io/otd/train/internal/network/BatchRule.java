// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.internal.check.Check;
import io.otd.core.internal.program.BatchPlan;

/** The rows of a training step. Fewer than requested are used if there are fewer. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = BatchRule.Rows.class, name = "rows"),
  @JsonSubTypes.Type(value = BatchRule.Cases.class, name = "cases")
})
public sealed interface BatchRule {
  /** All rows in every step, under the same masks. */
  BatchRule ALL = new Rows(0);

  /**
   * The batches of some rows.
   *
   * @param rows n, of the training data
   * @param points rows of a case, see {@link TrainingRows#points}
   */
  BatchPlan of(int rows, int points);

  /**
   * Rows drawn one by one, regardless of their case, all of a step under the same masks.
   *
   * @param rows of a step, at least 0; 0 for all
   */
  record Rows(int rows) implements BatchRule {
    /** Checks the range. */
    public Rows {
      Check.that(rows >= 0, "batch", rows, ">= 0");
    }

    @Override
    public BatchPlan of(int all, int points) {
      return BatchPlan.ofRows(all, count(rows, all));
    }

    @Override
    public String toString() {
      return rows == 0 ? "all rows" : Integer.toString(rows);
    }
  }

  /**
   * Whole cases, as many consecutive rows each as {@link TrainingRows#points} says.
   *
   * @param cases of a step, at least 0; 0 for all
   * @param ownMasks whether each case has its own masks, one for each draw; otherwise all rows of a
   *     step share them
   */
  record Cases(int cases, boolean ownMasks) implements BatchRule {
    /** Checks the range. */
    public Cases {
      Check.that(cases >= 0, "cases of a batch", cases, ">= 0");
    }

    @Override
    public BatchPlan of(int rows, int points) {
      int all = rows / points;
      return new BatchPlan(all, points, count(cases, all), ownMasks);
    }

    @Override
    public String toString() {
      return (cases == 0 ? "all" : Integer.toString(cases))
          + " cases"
          + (ownMasks ? ", each with its own masks" : "");
    }
  }

  private static int count(int batch, int all) {
    return batch == 0 ? all : Math.min(batch, all);
  }
}
