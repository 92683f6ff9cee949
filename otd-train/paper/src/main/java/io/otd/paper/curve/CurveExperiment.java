// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Variant;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.train.internal.network.TrainingRows;
import java.util.Optional;

/**
 * One of the small experiments: one input, one output, all runs on the same rows. The paper's
 * setting takes minutes, so the reduced scale is the paper's.
 */
public sealed interface CurveExperiment extends Experiment permits Bimodal, Rom, Capacity, Kinetic {
  /** The training rows of all runs. */
  TrainingRows rows();

  @Override
  default TrainingPlan plan(Variant variant, Scale scale) {
    return variant.settings().plan(variant.model(), rows().rows(), 1);
  }

  @Override
  default TrainingRows rows(Variant variant, long seed, Scale scale) {
    return rows();
  }

  @Override
  default boolean asInPaper(Scale scale) {
    return scale != Scale.QUICK;
  }

  @Override
  default Optional<GinzburgLandauCases> fields(Scale scale) {
    return Optional.empty();
  }
}
