// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.train.internal.network.TrainingRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment of the paper. Its data, settings and measures are fixed; what varies is how much of
 * it is done and with which seeds.
 */
public interface Experiment {
  /** Short name, as on the command line. */
  String id();

  /** Its words, and what it is compared with. */
  default Description description() {
    return Description.of(id());
  }

  /** The models to train. */
  List<Variant> variants(Scale scale);

  /** Whether the setting of a scale is the paper's, so that its numbers can be compared. */
  boolean asInPaper(Scale scale);

  /** Ginzburg-Landau fields that must be available first, if any. */
  Optional<GinzburgLandauCases> fields(Scale scale);

  /** The training step of a variant, which is known without data. */
  TrainingPlan plan(Variant variant, Scale scale);

  /**
   * The training rows of a run.
   *
   * @param variant of the run
   * @param seed of the run
   * @param scale of the experiment
   */
  TrainingRows rows(Variant variant, long seed, Scale scale);

  /** The measures of {@link #measure}, in order. */
  default List<Measure> measures() {
    return description().measures();
  }

  /**
   * Measures a trained model.
   *
   * @param run the model and its training
   * @param sampler draws from it
   * @param scale of the experiment
   * @return one value per measure, in order; a measure that is undefined for the model is left out
   */
  Map<String, Double> measure(Trained run, Sampler sampler, Scale scale);

  /** K: draws of one call of the sampler. */
  int draws(Scale scale);

  /** Maximum number of points per call of the sampler. */
  int points(Scale scale);

  /**
   * Statements of the paper about the means over the seeds.
   *
   * @param means of each variant's measures
   */
  List<Claim> claims(SeedMeans means);

  /**
   * Tables in addition to that of the measures.
   *
   * @param runs finished ones
   * @param scale of the experiment
   */
  default List<ResultTable> tables(Runs runs, Scale scale) {
    return List.of();
  }

  /**
   * The paper's figures.
   *
   * @param runs finished ones
   */
  List<Figure> figures(Runs runs, Scale scale);
}
