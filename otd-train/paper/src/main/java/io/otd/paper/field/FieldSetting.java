// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.paper.experiment.Scale;
import io.otd.paper.ginzburglandau.GinzburgLandau;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.paper.ginzburglandau.GinzburgLandauSplit;
import io.otd.train.internal.network.BatchRule;
import io.otd.train.internal.network.TrainingSettings;
import java.util.OptionalInt;

/**
 * The size of the Ginzburg-Landau experiments at a scale.
 *
 * <p>The large scale has the paper's fields, networks and number of steps; a step sees fewer
 * points.
 *
 * @implNote The reduced scale is the one at which an independent implementation found the paper's
 *     order of the energy scores: 64 fields on 16 x 16 points, three layers of 64 active units,
 *     batches of 256 rows. With 6,000 steps of a falling rate the order of the energy scores is the
 *     paper's, with 15,000 that of the mean absolute errors, with the paper's constant rate and
 *     40,000 that of the root mean squared errors too.
 * @param cases which fields
 * @param active units of a layer that are kept on the average
 * @param depth hidden layers; the experiment's own if none is given
 * @param velocity width of both hidden layers of the velocity network
 * @param rows of a step, where points are drawn one by one
 * @param fieldsOfStep fields of a step, if whole fields are drawn
 * @param fixedSteps number of steps, independent of the number of cases; by default the
 *     experiment's epochs
 */
record FieldSetting(
    GinzburgLandauCases cases,
    int active,
    OptionalInt depth,
    int velocity,
    int rows,
    int fieldsOfStep,
    OptionalInt fixedSteps) {
  /** Rows of a step in the paper, which determine the number of steps per epoch. */
  private static final int PAPER_ROWS = 65_536;

  private static final int LARGE_ROWS = 1024;
  private static final double DECAY = 1e-5;
  private static final double RATE = 1e-3;
  private static final int POINTS_OF_HISTORY = 100;

  /**
   * The sizes at a scale.
   *
   * @param batch points of a step, where points are drawn one by one; the scale's own if empty
   */
  static FieldSetting of(Scale scale, OptionalInt batch) {
    return switch (scale) {
      case QUICK -> small(8, 16, 16, 2, 16, batch.orElse(64), 4, 60);
      case REDUCED -> small(16, 64, 64, 3, 64, batch.orElse(256), 2, 40_000);
      case LARGE -> paper(batch.orElse(LARGE_ROWS), 1);
      case PAPER -> paper(batch.orElse(PAPER_ROWS), 16);
    };
  }

  private static FieldSetting paper(int rows, int fieldsOfStep) {
    return new FieldSetting(
        GinzburgLandauCases.PAPER,
        128,
        OptionalInt.empty(),
        64,
        rows,
        fieldsOfStep,
        OptionalInt.empty());
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
        OptionalInt.of(steps));
  }

  /** G, points of a field. */
  int points() {
    return cases.equation().grid() * cases.equation().grid();
  }

  /**
   * n, number of training rows.
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
   * @param own whether each has its own masks
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
    long steps =
        fixedSteps.isPresent()
            ? Math.round(share * fixedSteps.getAsInt())
            : (long) epochs * rows(share) / PAPER_ROWS;
    return new TrainingSettings(
        loss,
        action,
        Optimizer.of(AdamW.of(DECAY)),
        new Schedule.Constant(RATE),
        batch,
        steps,
        Math.max(1, steps / POINTS_OF_HISTORY),
        steps,
        0);
  }
}
