// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.program.BatchPlan;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.reproduction.Experiments;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.settings.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The training step to time.
 *
 * @param name on the command line
 * @param plan of the step
 * @param stepsPerCall steps of one call of the program
 */
public record TrainingShape(String name, TrainingPlan plan, int stepsPerCall) {
  private static final int GL_ROWS = 4096;

  /** The paper's experiments, and a table with the default settings. */
  public static List<TrainingShape> all() {
    return List.of(of("bimodal", 200), of("rom", 200), ginzburgLandau(), table());
  }

  /**
   * A shape by its name.
   *
   * @return empty if there is none of that name
   */
  public static Optional<TrainingShape> named(String name) {
    return all().stream().filter(s -> s.name().equals(name)).findFirst();
  }

  /**
   * The same with another number of rows, all in each step, and about as many rows in a call.
   *
   * @param rows of a step, at least 1
   */
  public TrainingShape withRows(int rows) {
    return new TrainingShape(
        name,
        plan.with(BatchPlan.ofRows(rows, rows)),
        (int) Math.max(1, (long) stepsPerCall * plan.batches().batchRows() / rows));
  }

  /** The same in another precision. */
  public TrainingShape with(Precision precision) {
    return new TrainingShape(name, plan.with(precision), stepsPerCall);
  }

  /** A step of OTD in an experiment of the paper. */
  private static TrainingShape of(String experiment, int stepsPerCall) {
    Experiment found =
        Experiments.withoutFields().stream()
            .filter(e -> e.id().equals(experiment))
            .findFirst()
            .orElseThrow();
    return found.variants(Scale.PAPER).stream()
        .filter(variant -> variant.name().equals("otd"))
        .map(variant -> found.plan(variant, Scale.PAPER))
        .map(plan -> new TrainingShape(experiment, plan, stepsPerCall))
        .findFirst()
        .orElseThrow();
  }

  /** The paper's Ginzburg-Landau experiment with fewer rows a step. */
  private static TrainingShape ginzburgLandau() {
    TrainingPlan plan = of("gl", 1).plan().with(BatchPlan.ofRows(GL_ROWS, GL_ROWS));
    return new TrainingShape("gl", plan, 10);
  }

  /** One network with the default settings, for a table of 8 columns and 742 training rows. */
  private static TrainingShape table() {
    int rows = 742;
    TrainingSettings training = Settings.STANDARD.trainingSettings(rows);
    return new TrainingShape(
        "table", training.plan(Settings.STANDARD.modelSpec(8, 1), rows, 1), 60);
  }
}
