package io.otd.paper.timing;

import io.otd.core.flow.Flow;
import io.otd.core.flow.FlowSolver;
import io.otd.core.flow.VelocityField;
import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import io.otd.core.loss.EnergyScore;
import io.otd.core.loss.KineticAction;
import io.otd.core.mask.ConcreteReference;
import io.otd.core.mask.Transported;
import io.otd.core.model.ModelSpec;
import io.otd.core.network.Backbone;
import io.otd.core.network.MaskedMlp;
import io.otd.core.optimizer.Optimizer;
import io.otd.core.optimizer.ParameterAverage;
import io.otd.core.program.BatchPlan;
import io.otd.core.program.TrainingPlan;
import io.otd.train.result.Spread;
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

  /** The reference, from which each other differs in one setting. */
  public static final TimingConfiguration REFERENCE =
      of("reference", "Reference", 4, 2, 2, 64, 145.76, 2.36, 1.00);

  private static TimingConfiguration of(
      String name,
      String label,
      int draws,
      int actionDraws,
      int steps,
      int grid,
      double seconds,
      double sd,
      double speedup) {
    return new TimingConfiguration(
        name, label, draws, actionDraws, steps, grid, new Spread(seconds, sd), speedup);
  }

  /** The paper's rows, in its order. */
  public static List<TimingConfiguration> all() {
    return List.of(
        REFERENCE,
        of("es-1", "K_ES = 1", 1, 2, 2, 64, 149.22, 1.53, .98),
        of("es-2", "K_ES = 2", 2, 2, 2, 64, 149.22, 4.52, .98),
        of("es-8", "K_ES = 8", 8, 2, 2, 64, 150.35, .82, .97),
        of("kin-0", "No kinetic term", 4, 0, 2, 64, 140.87, 5.01, 1.03),
        of("kin-1", "K_kin = 1", 4, 1, 2, 64, 146.21, 7.13, 1.00),
        of("kin-4", "K_kin = 4", 4, 4, 2, 64, 150.59, 2.79, .97),
        of("steps-0", "Zero integration steps", 4, 2, 0, 64, 137.87, 6.51, 1.06),
        of("steps-1", "One integration step", 4, 2, 1, 64, 138.78, 1.42, 1.05),
        of("steps-4", "Four integration steps", 4, 2, 4, 64, 145.05, 5.46, 1.00),
        of("grid-32", "Grid 32 x 32", 4, 2, 2, 32, 148.82, 3.28, .98),
        of("grid-16", "Grid 16 x 16", 4, 2, 2, 16, 144.81, 1.14, 1.01));
  }

  /** Points along each side at a scale. */
  int grid(TimingScale scale) {
    return grid / scale.coarser();
  }

  /**
   * One training step.
   *
   * @param scale sizes
   */
  public TrainingPlan plan(TimingScale scale) {
    VelocityField velocity =
        new VelocityField(
            Collections.nCopies(2, scale.velocity()), Activation.GELU_TANH, Initializer.HE_NORMAL);
    MaskedMlp network =
        new MaskedMlp(
            Collections.nCopies(DEPTH, scale.width()),
            Activation.GELU_TANH,
            Initializer.HE_NORMAL,
            Backbone.PLAIN);
    Transported masks =
        new Transported(ConcreteReference.UNIFORM, new Flow(velocity, FlowSolver.EULER, steps));
    int points = grid(scale) * grid(scale);
    return new TrainingPlan(
        new ModelSpec(INPUTS, 1, network, masks),
        new EnergyScore(draws),
        actionDraws == 0 ? KineticAction.NONE : new KineticAction(actionDraws, ACTION_WEIGHT),
        0,
        Optimizer.adamW(WEIGHT_DECAY),
        ParameterAverage.NONE,
        Double.POSITIVE_INFINITY,
        new BatchPlan(scale.cases(), points, TimingScale.BATCH, false));
  }
}
