// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.profile.FarRow;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import org.jspecify.annotations.Nullable;

/**
 * Checks that predictions are finite: far from the training rows they may overflow.
 *
 * @param predictor of the model
 */
record FinitePredictions(Predictor predictor) {
  /**
   * Checks a prediction.
   *
   * @param cells of its row, in the order of the model's inputs, null for a missing one
   * @return what is wrong, naming the column that is farthest away; empty if nothing is
   */
  String problem(Prediction prediction, @Nullable Object[] cells) {
    return finite(prediction) ? "" : notFinite(cells);
  }

  /** The ends are sufficient: NaN is sorted after all numbers. */
  private boolean finite(Prediction prediction) {
    double first = .5 / predictor.draws();
    for (int j = 0; j < prediction.targets().size(); j++) {
      if (!Double.isFinite(prediction.quantile(j, first))
          || !Double.isFinite(prediction.quantile(j, 1))) {
        return false;
      }
    }
    return true;
  }

  private String notFinite(@Nullable Object[] cells) {
    return FarRow.problem(
        predictor.schema(),
        column -> column.number(CellType.cell(cells[predictor.inputs().indexOf(column.name())])));
  }
}
