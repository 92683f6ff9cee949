// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.program.BatchPlan;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.printed.PrintedNumbers;
import io.otd.train.internal.result.Spread;
import java.util.Collections;
import java.util.List;

/**
 * A row of the paper's table of timings.
 *
 * @implNote The paper does not say how deep the network is; it is the one of its Ginzburg-Landau
 *     experiment, five hidden layers.
 * @param name in results
 * @param label in tables, as in the paper's
 * @param draws K_ES
 * @param actionDraws K_kin
 * @param steps L, of Euler
 * @param grid points along each side
 * @param paper seconds of 1000 epochs on the authors' GPU
 * @param paperSpeedup against the reference, as printed
 */
public record TimingConfiguration(
    String name,
    String label,
    int draws,
    int actionDraws,
    int steps,
    int grid,
    Spread paper,
    double paperSpeedup) {
  private static final int INPUTS = 3;
  private static final int DEPTH = 5;
  private static final double ACTION_WEIGHT = 1e-5;
  private static final double WEIGHT_DECAY = 1e-5;

  private static final List<TimingConfiguration> ALL =
      List.of(
          PrintedNumbers.read(
              TimingConfiguration.class, "timing.json", TimingConfiguration[].class));

  /** The reference, from which each other differs in one setting. */
  public static final TimingConfiguration REFERENCE = ALL.get(0);

  /** The paper's rows, in its order; the reference is the first. */
  public static List<TimingConfiguration> all() {
    return ALL;
  }

  /** Points along each side at a scale. */
  int grid(TimingSizes sizes) {
    return grid / sizes.coarser();
  }

  /** One training step. */
  public TrainingPlan plan(TimingSizes sizes) {
    VelocityField velocity =
        new VelocityField(
            Collections.nCopies(2, sizes.velocity()), Activation.GELU_TANH, Initializer.HE_NORMAL);
    MaskedMlp network =
        new MaskedMlp(
            Collections.nCopies(DEPTH, sizes.width()),
            Activation.GELU_TANH,
            Initializer.HE_NORMAL,
            Backbone.PLAIN);
    Transported masks =
        new Transported(ConcreteReference.UNIFORM, new Flow(velocity, FlowSolver.EULER, steps));
    int points = grid(sizes) * grid(sizes);
    return new TrainingPlan(
        new ModelSpec(INPUTS, 1, network, masks),
        new EnergyScore(draws),
        actionDraws == 0 ? KineticAction.NONE : new KineticAction(actionDraws, ACTION_WEIGHT),
        Optimizer.of(AdamW.of(WEIGHT_DECAY)),
        new BatchPlan(sizes.cases(), points, TimingSizes.BATCH, false));
  }
}
