// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.predict.Predictor;
import io.otd.spark.internal.shipping.OpenModels;
import io.otd.spark.internal.shipping.ShippedModel;
import java.io.Serializable;
import org.apache.spark.sql.types.StructType;

/**
 * The description that a task gets: the model, the positions of its inputs, the requested outputs.
 *
 * @param model that predicts
 * @param inputs of the rows
 * @param shape of the result
 */
public record ScoringPlan(ShippedModel model, InputBinding inputs, ResultShape shape)
    implements Serializable {
  /**
   * A plan for the rows of a data set. On the driver, before any job.
   *
   * @param model that predicts
   * @param columns of the data set
   * @throws IllegalArgumentException naming columns that are missing or of the wrong type, or what
   *     the model cannot give
   */
  public static ScoringPlan of(ShippedModel model, StructType columns, ResultShape shape) {
    Predictor predictor = OpenModels.of(model);
    shape.type(predictor);
    return new ScoringPlan(model, InputBinding.of(predictor.schema(), columns), shape);
  }

  /** The type of a prediction. */
  public StructType type() {
    return shape.type(OpenModels.of(model));
  }

  /** The engine that computes them. */
  public BlockScorer scorer() {
    Predictor predictor = OpenModels.of(model);
    return new BlockScorer(predictor, model.range(predictor.schema()), shape);
  }
}
