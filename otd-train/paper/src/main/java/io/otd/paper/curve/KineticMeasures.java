// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.experiment.Sampler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measures of the kinetic experiment: scores and masks as in the bimodal one, and the action.
 */
final class KineticMeasures {
  /** The last tenth of the training curve, whose points are means over as many steps each. */
  private static final int PART = 10;

  private KineticMeasures() {}

  static Map<String, Double> of(List<TrainingSnapshot.Point> history, Sampler sampler) {
    Map<String, Double> values = new LinkedHashMap<>();
    BimodalMeasures.putScores(values, sampler);
    double action =
        history
            .subList(history.size() - (history.size() + PART - 1) / PART, history.size())
            .stream()
            .mapToDouble(TrainingSnapshot.Point::action)
            .average()
            .orElseThrow();
    double displacement = sampler.masks(BimodalMeasures.BATCHES_AT_ZERO, 0).displacement();
    values.put("action", action);
    values.put("displacement", displacement);
    values.put("straightness", displacement / action);
    return values;
  }
}
