package io.otd.train.experiment;

import io.otd.core.loss.KineticAction;
import io.otd.core.loss.Loss;
import io.otd.core.optimizer.Optimizer;
import io.otd.core.optimizer.ParameterAverage;
import io.otd.core.optimizer.Schedule;
import io.otd.train.ginzburglandau.GinzburgLandau;
import io.otd.train.ginzburglandau.GinzburgLandauCases;
import io.otd.train.ginzburglandau.GinzburgLandauSplit;
import io.otd.train.training.BatchRule;
import io.otd.train.training.TrainingSettings;
import java.util.OptionalInt;

/**
 * How large the Ginzburg-Landau experiments are at a scale, beside what they ask.
 *
 * @implNote The reduced scale is the one at which an independent implementation found the paper's
 *     order of the energy scores: 64 fields on 16 x 16 points, three layers of 64 active units,
 *     batches of 256 rows, a cosine decay from 3e-3. It took 6,000 steps, with fewer the order is
 *     another; with 15,000 that of the mean absolute errors shows as well. That of the root mean
 *     squared errors takes the paper's constant rate and 40,000 steps: the main experiment has
 *     them, the sweeps of several models would take too long.
 * @param cases which fields
 * @param active units of a layer that are kept on the average
 * @param depth hidden layers; the experiment's own where none is given
 * @param velocity width of both hidden layers of the velocity network
 * @param rows of a step, where points are drawn one by one
 * @param fieldsOfStep fields of a step, where whole ones are drawn
 * @param fixedSteps steps, whatever the number of cases; the experiment's epochs where none is
 *     given
 * @param rate of learning: constant, or the peak of a cosine decay
 * @param decaying whether the rate falls to 0 by a cosine
 */
record FieldSetting(
    GinzburgLandauCases cases,
    int active,
    OptionalInt depth,
    int velocity,
    int rows,
    int fieldsOfStep,
    OptionalInt fixedSteps,
    double rate,
    boolean decaying) {
  private static final double DECAY = 1e-5;
  private static final double PAPER_RATE = 1e-3;
  private static final int POINTS_OF_HISTORY = 100;

  static FieldSetting of(Scale scale) {
    return switch (scale) {
      case QUICK -> small(8, 16, 16, 2, 16, 64, 4, 60);
      case REDUCED -> small(16, 64, 64, 3, 64, 256, 2, 15_000);
      case PAPER ->
          new FieldSetting(
              GinzburgLandauCases.PAPER,
              128,
              OptionalInt.empty(),
              64,
              65_536,
              16,
              OptionalInt.empty(),
              PAPER_RATE,
              false);
    };
  }

  /** That of the main experiment, whose three models can be trained for longer. */
  static FieldSetting ofMain(Scale scale) {
    FieldSetting setting = of(scale);
    return scale == Scale.REDUCED ? setting.atConstantRate(40_000) : setting;
  }

  private FieldSetting atConstantRate(int steps) {
    return new FieldSetting(
        cases,
        active,
        depth,
        velocity,
        rows,
        fieldsOfStep,
        OptionalInt.of(steps),
        PAPER_RATE,
        false);
  }

  private static FieldSetting small(
      int grid,
      int cases,
      int active,
      int depth,
      int velocity,
      int rows,
      int fieldsOfStep,
      int steps) {
    return new FieldSetting(
        new GinzburgLandauCases(GinzburgLandau.PAPER.withGrid(grid), cases),
        active,
        OptionalInt.of(depth),
        velocity,
        rows,
        fieldsOfStep,
        OptionalInt.of(steps),
        3e-3,
        true);
  }

  /** G, points of a field. */
  int points() {
    return cases.equation().grid() * cases.equation().grid();
  }

  /**
   * n, rows to learn from.
   *
   * @param share of the training cases
   */
  int rows(double share) {
    int training = GinzburgLandauSplit.of(cases.cases()).training().length;
    return FieldData.count(training, share) * points();
  }

  /** Points of all fields, drawn one by one. */
  BatchRule byPoint() {
    return new BatchRule.Rows(rows);
  }

  /**
   * Whole fields.
   *
   * @param own whether each has masks of its own
   */
  BatchRule byField(boolean own) {
    return new BatchRule.Cases(fieldsOfStep, own);
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
   * @param batch rows of a step
   */
  TrainingSettings training(
      Loss loss, KineticAction action, int epochs, double share, BatchRule batch) {
    int all = rows(share);
    long ofStep = batch.of(all, points()).batchRows();
    long steps =
        fixedSteps.isPresent()
            ? Math.round(share * fixedSteps.getAsInt())
            : (long) epochs * all / ofStep;
    return new TrainingSettings(
        loss,
        action,
        0,
        Optimizer.adamW(DECAY),
        ParameterAverage.NONE,
        decaying ? new Schedule.Cosine(rate, steps, 0) : new Schedule.Constant(rate),
        Double.POSITIVE_INFINITY,
        batch,
        steps,
        Math.max(1, steps / POINTS_OF_HISTORY),
        steps,
        0);
  }
}
