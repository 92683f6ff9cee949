package io.otd.train.experiment;

import io.otd.train.training.TrainingRows;
import java.util.List;
import java.util.Map;

/**
 * An experiment of the paper. Its data, settings and measures are fixed; what varies is how much of
 * it is done and with which seeds.
 */
public sealed interface Experiment permits Bimodal, Rom, Capacity, Kinetic {
  /** The experiments in the order of the paper. */
  static List<Experiment> all() {
    return List.of(new Bimodal(), new Rom(), new Capacity(), new Kinetic());
  }

  /** Short name, as on the command line. */
  String id();

  /** For readers. */
  String title();

  /** What it asks, in a few sentences. */
  String question();

  /** What of the paper it reproduces, e.g. the caption of a table. */
  String reproduces();

  /** The models to train. */
  List<Variant> variants(Scale scale);

  /** The training rows. */
  TrainingRows rows();

  /** What {@link #measure} gives, in order. */
  List<Measure> measures();

  /**
   * Measures a trained model.
   *
   * @param run the model and its training
   * @param sampler draws from it
   * @param scale of the experiment
   * @return one value a measure, in order; a measure that has no meaning for the model is left out
   */
  Map<String, Double> measure(Trained run, Sampler sampler, Scale scale);

  /** K: draws of one call of the sampler. */
  int draws(Scale scale);

  /** Most points at which the sampler is asked at once. */
  int points();

  /** What others reached. */
  List<Reference> references();

  /**
   * Statements of the paper about the means over the seeds.
   *
   * @param means of each variant's measures
   */
  List<Claim> claims(Means means);

  /**
   * The paper's figures.
   *
   * @param runs finished, by variant and then by seed
   * @param samplers open a sampler for a run
   * @param scale of the experiment
   */
  List<Plate> plates(List<Trained> runs, Samplers samplers, Scale scale);

  /**
   * A picture of an experiment.
   *
   * @param file name without an ending
   * @param figure picture and caption
   */
  record Plate(String file, io.otd.train.report.Block.Figure figure) {}

  /** Opens samplers for finished runs. */
  @FunctionalInterface
  interface Samplers {
    /** A sampler for a run, which the caller closes. */
    Sampler open(Trained run);
  }
}
