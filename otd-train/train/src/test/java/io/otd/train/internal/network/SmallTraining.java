// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.optimizer.Schedule;
import java.util.function.BooleanSupplier;

/** Rows, settings and trainers for {@link SmallModel}. */
final class SmallTraining {
  static final int ROWS = 7;

  /** Calls then go directly to the next point of the history. */
  static final long FAST = 1;

  /** Calls then shrink to one step. */
  static final long SLOW = 5_000;

  static final ModelSpec MODEL = SmallModel.of(2);

  static final Schedule RATE = new Schedule.WarmUp(5, new Schedule.Cosine(0.05, 30, 0));

  private static final ParameterAverage AVERAGE = new ParameterAverage(0.9);

  private SmallTraining() {}

  static TrainingRows rows() {
    return rows(ROWS, 1);
  }

  /** Rows for every rule: four cases of two for one by case. */
  static TrainingRows rows(BatchRule rule) {
    return rule instanceof BatchRule.Cases ? rows(8, 2) : rows();
  }

  static TrainingRows rows(int rows, int points) {
    float[] x = new float[2 * rows];
    float[] y = new float[rows];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(1.3 * i);
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) Math.cos(2.1 * i);
    }
    return new TrainingRows(x, y, rows, points, rows);
  }

  static TrainingSettings settings(
      Schedule schedule, int batch, int steps, int every, int patience) {
    return settings(schedule, new BatchRule.Rows(batch), steps, every, patience);
  }

  static TrainingSettings settings(
      Schedule schedule, BatchRule batch, int steps, int every, int patience) {
    return new TrainingSettings(
        new EnergyScore(3),
        new KineticAction(2, 0.1),
        new Optimizer(0, Double.POSITIVE_INFINITY, AdamW.of(1e-2), AVERAGE),
        schedule,
        batch,
        steps,
        every,
        patience,
        4);
  }

  static NetworkTrainer trainer(Compilation compilation, long tick, BooleanSupplier stop) {
    return new NetworkTrainer(
        new Compiler(
            compilation,
            warning -> {
              throw new AssertionError(warning);
            }),
        new TickingClock(tick),
        stop);
  }

  static NetworkTrainer uncompiled() {
    return trainer(Compilation.NONE, FAST, () -> false);
  }
}
