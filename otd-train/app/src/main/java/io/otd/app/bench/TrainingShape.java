// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.program.BatchPlan;
import io.otd.core.internal.program.TrainingPlan;
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
  /** The paper's experiments, and a table with the default settings. */
  public static List<TrainingShape> all() {
    return List.of(bimodal(), rom(), ginzburgLandau(), table());
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

  /** Paper, "Bimodal Dataset": two layers of 8, 80 Heun steps, K = 32, 64 rows. */
  private static TrainingShape bimodal() {
    return of(
        "bimodal",
        model(1, List.of(8, 8), flow(List.of(4, 4), FlowSolver.HEUN, 80)),
        new EnergyScore(32),
        new KineticAction(1, 1e-4),
        64,
        64,
        200);
  }

  /** Paper, "Reduced-Order Model misspecification": 80 Euler steps, K = 64, 128 rows. */
  private static TrainingShape rom() {
    return of(
        "rom",
        model(1, List.of(8, 8), flow(List.of(2, 2), FlowSolver.EULER, 80)),
        new EnergyScore(64),
        new KineticAction(1, 1e-5),
        128,
        128,
        200);
  }

  /** Paper, "Ginzburg-Landau": five layers of 256, 5 Euler steps, K = 4; 4096 rows a step. */
  private static TrainingShape ginzburgLandau() {
    return of(
        "gl",
        model(3, List.of(256, 256, 256, 256, 256), flow(List.of(64, 64), FlowSolver.EULER, 5)),
        new EnergyScore(4),
        new KineticAction(2, 1e-5),
        4096,
        4096,
        10);
  }

  /** One network with the default settings, for a table of 8 columns and 742 training rows. */
  private static TrainingShape table() {
    int rows = 742;
    TrainingSettings training = Settings.STANDARD.trainingSettings(rows);
    return new TrainingShape(
        "table", training.plan(Settings.STANDARD.modelSpec(8, 1), rows, 1), 60);
  }

  private static Flow flow(List<Integer> hidden, FlowSolver solver, int steps) {
    return new Flow(
        new VelocityField(hidden, Activation.GELU_TANH, Initializer.HE_NORMAL), solver, steps);
  }

  private static ModelSpec model(int inputs, List<Integer> hidden, Flow flow) {
    return new ModelSpec(
        inputs,
        1,
        new MaskedMlp(hidden, Activation.GELU_TANH, Initializer.HE_NORMAL, Backbone.PLAIN),
        new Transported(ConcreteReference.UNIFORM, flow));
  }

  private static TrainingShape of(
      String name,
      ModelSpec model,
      EnergyScore loss,
      KineticAction action,
      int rows,
      int batch,
      int stepsPerCall) {
    return new TrainingShape(
        name,
        new TrainingPlan(
            model, loss, action, 0, Optimizer.adamW(1e-5), Double.POSITIVE_INFINITY, rows, batch),
        stepsPerCall);
  }
}
