// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.train.internal.network.TrainingRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment on the Ginzburg-Landau equilibrium fields: networks learn {@code (mu, x, y)} to u
 * from some values of mu and are measured on others (paper, "Functional uncertainty
 * quantification"). If the paper prints the mean and the standard deviation of three seeds, ours is
 * accepted up to two standard deviations above the mean.
 */
public sealed interface FieldExperiment extends Experiment
    permits GinzburgLandauMethods,
        GinzburgLandauShares,
        GinzburgLandauComponents,
        GinzburgLandauSamples,
        GinzburgLandauSweep,
        LatentDimensions {
  /** The fields, and the batch. */
  FieldOptions options();

  /** The sizes at a scale. */
  default FieldSetting setting(Scale scale) {
    return options().setting(scale);
  }

  /** Share of the test cases that is measured, in (0, 1]. */
  default double testShare(Scale scale) {
    return 1;
  }

  /** The fields at a scale. */
  default FieldData data(Scale scale) {
    return FieldData.of(options().source().apply(setting(scale).cases()));
  }

  @Override
  default boolean asInPaper(Scale scale) {
    return scale == Scale.PAPER && options().batch().isEmpty();
  }

  @Override
  default Optional<GinzburgLandauCases> fields(Scale scale) {
    return Optional.of(setting(scale).cases());
  }

  @Override
  default TrainingPlan plan(Variant variant, Scale scale) {
    FieldSetting setting = setting(scale);
    return variant
        .settings()
        .plan(variant.model(), setting.rows(variant.share()), setting.points());
  }

  @Override
  default TrainingRows rows(Variant variant, long seed, Scale scale) {
    FieldData data = data(scale);
    return data.rows(data.training(variant.share(), seed));
  }

  @Override
  default List<Measure> measures() {
    return FieldMeasures.LIST;
  }

  @Override
  default Map<String, Double> measure(Trained run, Sampler sampler, Scale scale) {
    FieldData data = data(scale);
    return FieldMeasures.of(run, sampler, data, data.test(testShare(scale)));
  }

  /** 32 stochastic passes, as in the main experiment. */
  @Override
  default int draws(Scale scale) {
    return scale.draws(32);
  }

  @Override
  default int points(Scale scale) {
    return setting(scale).points();
  }
}
