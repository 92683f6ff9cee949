// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.program.TrainingPlan;
import io.otd.paper.timing.StepOperations;

/**
 * The training speed of one run on this machine, from two short measurements, for estimating the
 * time of a training.
 *
 * @param secondsAnEvaluation of the velocity with its gradient in a small model, where the time is
 *     spent on calls, not on numbers
 * @param gigaflops {@code 10^9} operations of matrix products per second in a large model
 */
public record MachineSpeed(double secondsAnEvaluation, double gigaflops) {
  /** Cost of a step without a flow: batch, network, score and optimiser of a small model. */
  private static final double EVALUATIONS_OF_THE_REST = 30;

  private static final int CALLS = 3;
  private static final int ROWS = 512;
  private static final int STEPS = 2;

  /**
   * Measures.
   *
   * @param benchmark times shapes
   */
  public static MachineSpeed measure(TrainingBenchmark benchmark) {
    TrainingShape small = TrainingShape.named("bimodal").orElseThrow();
    TrainingPlan plan = TrainingShape.named("gl").orElseThrow().withRows(ROWS).plan();
    TrainingShape large = new TrainingShape("gl", plan, STEPS);
    double seconds = benchmark.run(small, CALLS).millisBest() / 1000;
    return new MachineSpeed(
        seconds / evaluations(small.plan()), benchmark.run(large, CALLS).gigaflops());
  }

  /** Seconds of a step of one run that has a core to itself. */
  public double secondsAStep(TrainingPlan plan) {
    return evaluations(plan) * secondsAnEvaluation
        + StepOperations.of(plan).total() / (1e9 * gigaflops);
  }

  private static double evaluations(TrainingPlan plan) {
    return EVALUATIONS_OF_THE_REST + flow(plan.model().masks());
  }

  private static double flow(MaskLaw law) {
    Flow flow =
        law instanceof Transported transported
            ? transported.flow()
            : law instanceof LowLatent lowLatent ? lowLatent.code().flow() : null;
    return flow == null ? 0 : flow.steps() * flow.solver().order();
  }
}
