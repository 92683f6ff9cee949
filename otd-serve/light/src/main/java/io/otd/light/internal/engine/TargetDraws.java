// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.RankMap;
import io.otd.core.schema.TargetColumn;
import io.otd.light.internal.model.LightModel;
import java.util.Arrays;
import java.util.List;

/**
 * The way of the pooled draws of a row to the targets' units, in double precision: the spread about
 * their mean, the inverse transform, the recalibration. Immutable.
 */
final class TargetDraws {
  private final int draws;
  private final List<TargetColumn> targets;
  private final double spread;
  private final boolean linear;
  private final RankMap[] maps;

  TargetDraws(LightModel model) {
    Calibration calibration = model.calibration();
    draws = model.draws();
    targets = model.schema().targets();
    spread = calibration.spread().factor();
    linear =
        targets.stream()
            .allMatch(t -> t.transform().linear() && t.support().everyNumber() && !t.clipped());
    List<IsotonicCurve> curves = calibration.isotonic().curves();
    maps = new RankMap[curves.size()];
    for (int j = 0; j < maps.length; j++) {
      maps[j] = RankMap.of(curves.get(j), targets.get(j).support(), draws);
    }
  }

  /**
   * The law of a row.
   *
   * @param network draws on the network's scale, {@code [S, d_y]}, row-major
   */
  RowLaw law(float[] network) {
    int outputs = targets.size();
    RowLaw law = new RowLaw(new float[network.length], new float[outputs], new float[outputs]);
    double[] y = new double[draws];
    for (int j = 0; j < outputs; j++) {
      for (int k = 0; k < draws; k++) {
        y[k] = network[k * outputs + j];
      }
      scale(y);
      restore(y, targets.get(j));
      if (maps.length > 0) {
        recalibrate(y, maps[j]);
      }
      double mean = mean(y);
      double squares = 0;
      for (int k = 0; k < draws; k++) {
        squares += (y[k] - mean) * (y[k] - mean);
        law.samples()[k * outputs + j] = (float) y[k];
      }
      law.mean()[j] = (float) mean;
      law.std()[j] = (float) Math.sqrt(squares / draws);
    }
    return law;
  }

  private static double mean(double[] y) {
    double sum = 0;
    for (double value : y) {
      sum += value;
    }
    return sum / y.length;
  }

  private void scale(double[] y) {
    if (spread == 1) {
      return;
    }
    double center = mean(y);
    for (int k = 0; k < y.length; k++) {
      y[k] = center + spread * (y[k] - center);
    }
  }

  private void restore(double[] y, TargetColumn target) {
    if (linear) {
      for (int k = 0; k < y.length; k++) {
        y[k] = y[k] * target.scale() + target.mean();
      }
      return;
    }
    for (int k = 0; k < y.length; k++) {
      y[k] = target.back(y[k]);
    }
  }

  /** The draw of rank r is moved according to the map; equal draws keep their order. */
  private static void recalibrate(double[] y, RankMap map) {
    double[] ascending = y.clone();
    Arrays.sort(ascending);
    double[] moved = map.apply(ascending);
    if (Double.isNaN(ascending[ascending.length - 1])) {
      Arrays.fill(y, Double.NaN);
      return;
    }
    int[] taken = new int[y.length];
    for (int k = 0; k < y.length; k++) {
      int rank = firstPlace(ascending, y[k]);
      y[k] = moved[rank + taken[rank]++];
    }
  }

  /** The place of the first of equal values. */
  private static int firstPlace(double[] ascending, double value) {
    int low = 0;
    int high = ascending.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
