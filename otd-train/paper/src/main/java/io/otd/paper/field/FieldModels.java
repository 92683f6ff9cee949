// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.loss.SquaredError;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.Lift;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.ConditionalMlp;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.network.PredictiveNetwork;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.network.BatchRule;
import java.util.Collections;
import java.util.List;

/**
 * The models of the Ginzburg-Landau experiments (paper, table of their settings): from {@code (mu,
 * x, y)} to u, with as many active units in each on the average.
 *
 * @param setting sizes
 * @param depth hidden layers
 * @param epochs of the training in the paper
 * @param share of the training cases
 * @param batch rows of a step
 */
record FieldModels(FieldSetting setting, int depth, int epochs, double share, BatchRule batch) {
  private static final int INPUTS = 3;
  private static final double KEPT = .5;
  private static final double RATE = .1;
  private static final int DRAWS = 4;
  private static final int ACTION_DRAWS = 2;

  /** The plain network with the squared error. */
  Variant deterministic(String name) {
    return variant(
        name,
        "deterministic",
        masked(setting.active(), Backbone.PLAIN),
        new Deterministic(),
        new SquaredError(1),
        KineticAction.NONE);
  }

  /** Monte Carlo dropout with inverted scaling, masks for each row. */
  Variant dropout(String name) {
    return dropout(name, "MC Dropout", new SquaredError(1));
  }

  /** The same with the energy score. */
  Variant dropoutWithEnergyScore(String name) {
    return dropout(name, "MC Dropout + ES", new EnergyScore(DRAWS));
  }

  private Variant dropout(String name, String label, Loss loss) {
    return variant(
        name,
        label,
        masked((int) (setting.active() / (1 - RATE)), Backbone.INVERTED),
        new Bernoulli(RATE, false),
        loss,
        KineticAction.NONE);
  }

  /**
   * OTD with Euler steps.
   *
   * @param steps L; 0 for OTD-0
   * @param temperature tau of the reference
   * @param weight lambda of the action
   */
  Variant otd(String name, String label, int steps, double temperature, double weight) {
    return variant(
        name,
        label,
        masked(otdWidth(), Backbone.PLAIN),
        transported(steps, temperature),
        new EnergyScore(DRAWS),
        new KineticAction(ACTION_DRAWS, weight));
  }

  /**
   * Low-latent OTD, lifted by one hidden layer as wide as those of the velocity network.
   *
   * @implNote The paper does not give the lifting network.
   */
  Variant lowLatent(String name, String label, int code, int steps, double weight) {
    return variant(
        name,
        label,
        masked(otdWidth(), Backbone.PLAIN),
        new LowLatent(
            code,
            transported(steps, 1),
            new Lift(List.of(setting.velocity()), Activation.GELU_TANH, Initializer.HE_NORMAL)),
        new EnergyScore(DRAWS),
        new KineticAction(ACTION_DRAWS, weight));
  }

  /**
   * Conditional OTD: no unit is masked, so the network is as wide as the deterministic one. Each
   * field of a step has its own code.
   *
   * @implNote The paper does not give the width.
   */
  Variant conditional(String name, String label, int code, int steps, double weight) {
    return variant(
        name,
        label,
        new ConditionalMlp(
            code,
            layers(setting.active()),
            Activation.GELU_TANH,
            Initializer.HE_NORMAL,
            Backbone.PLAIN),
        transported(steps, 1),
        new EnergyScore(DRAWS),
        new KineticAction(ACTION_DRAWS, weight));
  }

  /** The number of mask entries of OTD. */
  int maskWidth() {
    return depth * otdWidth();
  }

  private int otdWidth() {
    return (int) (setting.active() / KEPT);
  }

  private List<Integer> layers(int width) {
    return Collections.nCopies(depth, width);
  }

  private PredictiveNetwork masked(int width, Backbone backbone) {
    return new MaskedMlp(layers(width), Activation.GELU_TANH, Initializer.HE_NORMAL, backbone);
  }

  private Transported transported(int steps, double temperature) {
    VelocityField velocity =
        new VelocityField(
            List.of(setting.velocity(), setting.velocity()),
            Activation.GELU_TANH,
            Initializer.HE_NORMAL);
    return new Transported(
        new ConcreteReference(KEPT, temperature), new Flow(velocity, FlowSolver.EULER, steps));
  }

  private Variant variant(
      String name,
      String label,
      PredictiveNetwork network,
      MaskLaw law,
      Loss loss,
      KineticAction action) {
    return new Variant(
        name,
        label,
        new ModelSpec(INPUTS, 1, network, law),
        setting.training(loss, action, epochs, share, batch),
        share);
  }
}
