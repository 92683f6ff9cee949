// SPDX-License-Identifier: Apache-2.0
package io.otd.predict.internal;

import io.otd.core.metrics.Draws;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.predict.Prediction;
import java.util.List;

/** The draws of predictions as scores are computed from them. */
public final class PredictedDraws {
  private PredictedDraws() {}

  /**
   * The draws of some rows: each the possible value of its target that the float was rounded from.
   *
   * @param targets of the model, d_y of them
   * @param rows its predictions, n of them, at least one
   * @return {@code [S, n, d_y]} in the targets' units
   * @throws io.otd.core.metrics.NonFiniteDrawException if a draw is not finite
   */
  public static Draws of(List<TargetColumn> targets, List<Prediction> rows) {
    int n = rows.size();
    int outputs = targets.size();
    int count = rows.get(0).samples(0).length;
    double[] values = new double[Math.multiplyExact(Math.multiplyExact(count, n), outputs)];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < outputs; j++) {
        TargetSupport support = targets.get(j).support();
        float[] samples = rows.get(i).samples(j);
        for (int k = 0; k < count; k++) {
          values[(k * n + i) * outputs + j] = support.exact(samples[k]);
        }
      }
    }
    return new Draws(count, n, outputs, values);
  }
}
