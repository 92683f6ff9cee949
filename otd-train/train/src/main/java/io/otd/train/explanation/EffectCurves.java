// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a column changes the predictive distribution of one target, place by place.
 *
 * @param mean effect on the mean
 * @param standardDeviation effect on the standard deviation
 * @param quantiles effects on quantiles, by their levels
 */
public record EffectCurves(Curve mean, Curve standardDeviation, Map<Double, Curve> quantiles) {
  /** Keeps the order. */
  public EffectCurves {
    quantiles = Collections.unmodifiableMap(new LinkedHashMap<>(quantiles));
  }

  /**
   * One statistic.
   *
   * @param average over the rows, in the target's units
   * @param effects difference from the average at each place, in the target's units; over the rows
   *     their mean is 0
   */
  public record Curve(double average, List<Double> effects) {
    /** Keeps the effects. */
    public Curve {
      effects = List.copyOf(effects);
    }

    /** Average and effect together: the level of the statistic at each place. */
    public List<Double> levels() {
      return effects.stream().map(effect -> average + effect).toList();
    }
  }
}
