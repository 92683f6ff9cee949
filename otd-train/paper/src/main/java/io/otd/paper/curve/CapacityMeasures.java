// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PointErrors;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.mask.MaskSample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measures of the capacity experiment, with K draws on the grid and on the training points. */
final class CapacityMeasures {
  private static final int ON_GRID = 0;
  private static final int ON_DATA = 1;
  private static final int MASKS = 2;
  private static final int MASK_BATCHES = 16;

  /** A unit is used if it can change the output by more than this. */
  private static final double LEAST_USE = 1e-3;

  private CapacityMeasures() {}

  static Map<String, Double> of(ModelSpec model, Sampler sampler) {
    Map<String, Double> values = new LinkedHashMap<>();
    Pairs grid = Capacity.PROBLEM.test();
    Draws draws = sampler.at(grid.x(), ON_GRID);
    PredictiveScores scores = scores(draws, grid);
    for (String name : List.of("dispersion", "energy_score", "rmse", "mace")) {
      values.put(name, scores.get(name));
    }
    values.put("rmse_interpolant", PointErrors.rmse(draws, Capacity.PROBLEM.teacher().observed()));
    Pairs data = Capacity.PROBLEM.training();
    PredictiveScores training = scores(sampler.at(data.x(), ON_DATA), data);
    for (String name : List.of("rmse", "dispersion", "energy_score")) {
      values.put("training_" + name, training.get(name));
    }
    MaskSample masks = sampler.masks(MASK_BATCHES, MASKS).transported();
    values.put("mask_sd", masks.meanStandardDeviation());
    values.put("saturated", masks.saturated(.05));
    values.put("used_units", (double) usedUnits(model, sampler.parameters(), grid.x()));
    return values;
  }

  private static PredictiveScores scores(Draws draws, Pairs pairs) {
    return PredictiveScores.of(draws, pairs.observed(), CoverageLevels.GINZBURG_LANDAU);
  }

  /** Units whose largest activation on the grid times their output weight exceeds 0.001. */
  private static int usedUnits(ModelSpec model, float[] parameters, double[] grid) {
    List<Parameter> list = model.parameters();
    List<float[]> values = new ParameterVector(list).split(parameters);
    float[] kernel = values.get(0);
    float[] bias = values.get(1);
    float[] output = values.get(2);
    int used = 0;
    for (int j = 0; j < bias.length; j++) {
      double greatest = 0;
      for (double x : grid) {
        greatest = Math.max(greatest, x * kernel[j] + bias[j]);
      }
      used += greatest * Math.abs(output[j]) > LEAST_USE ? 1 : 0;
    }
    return used;
  }
}
