package io.otd.train.experiment;

import io.otd.core.loss.KineticAction;
import io.otd.core.loss.Loss;
import io.otd.core.optimizer.Optimizer;
import io.otd.core.optimizer.ParameterAverage;
import io.otd.core.optimizer.Schedule;
import io.otd.train.ginzburglandau.GinzburgLandau;
import io.otd.train.ginzburglandau.GinzburgLandauCases;
import io.otd.train.ginzburglandau.GinzburgLandauSplit;
import io.otd.train.training.TrainingSettings;
import java.util.OptionalInt;

/**
 * How large the Ginzburg-Landau experiments are at a scale, beside what they ask.
 *
 * @implNote The reduced scale is the one at which an independent implementation found the paper's
 *     order of the methods: 64 fields on 16 x 16 points, three layers of 64 active units, batches
 *     of 256 rows, 6,000 steps with a cosine decay from 3e-3. With fewer steps the order is
 *     another.
 * @param cases which fields
 * @param active units of a layer that are kept on the average
 * @param depth hidden layers; the experiment's own where none is given
 * @param velocity width of both hidden layers of the velocity network
 * @param batch rows of a step
 * @param fixedSteps steps, whatever the number of cases; the experiment's epochs where none is
 *     given
 * @param rate of learning: constant, or the peak of a cosine decay where the steps are fixed
 */
record FieldSetting(
    GinzburgLandauCases cases,
    int active,
    OptionalInt depth,
    int velocity,
    int batch,
    OptionalInt fixedSteps,
    double rate) {
  private static final double DECAY = 1e-5;
  private static final int POINTS_OF_HISTORY = 100;

  static FieldSetting of(Scale scale) {
    return switch (scale) {
      case QUICK -> small(8, 16, 16, 2, 16, 64, 60);
      case REDUCED -> small(16, 64, 64, 3, 64, 256, 6000);
      case PAPER ->
          new FieldSetting(
              GinzburgLandauCases.PAPER,
              128,
              OptionalInt.empty(),
              64,
              65_536,
              OptionalInt.empty(),
              1e-3);
    };
  }

  private static FieldSetting small(
      int grid, int cases, int active, int depth, int velocity, int batch, int steps) {
    return new FieldSetting(
        new GinzburgLandauCases(GinzburgLandau.PAPER.withGrid(grid), cases),
        active,
        OptionalInt.of(depth),
        velocity,
        batch,
        OptionalInt.of(steps),
        3e-3);
  }

  /** G, points of a field. */
  int points() {
    return cases.equation().grid() * cases.equation().grid();
  }

  /**
   * Hidden layers.
   *
   * @param paper the experiment's number
   */
  int depth(int paper) {
    return depth.orElse(paper);
  }

  /**
   * How a variant is trained.
   *
   * @param epochs the experiment's number in the paper
   * @param share of the training cases
   */
  TrainingSettings training(Loss loss, KineticAction action, int epochs, double share) {
    int training = GinzburgLandauSplit.of(cases.cases()).training().length;
    long rows = (long) FieldData.count(training, share) * points();
    long steps = fixedSteps.orElse(Math.toIntExact(epochs * rows / Math.min(batch, rows)));
    return new TrainingSettings(
        loss,
        action,
        0,
        Optimizer.adamW(DECAY),
        ParameterAverage.NONE,
        fixedSteps.isPresent() ? new Schedule.Cosine(rate, steps, 0) : new Schedule.Constant(rate),
        Double.POSITIVE_INFINITY,
        (int) Math.min(batch, rows),
        steps,
        Math.max(1, steps / POINTS_OF_HISTORY),
        steps,
        0);
  }
}
