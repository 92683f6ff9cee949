// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.train.internal.network.BatchRule;
import io.otd.train.internal.network.TrainingSettings;
import java.util.List;

/** The models of the small experiments, all of one input and one output. */
final class PaperModels {
  private static final int POINTS_OF_HISTORY = 100;
  private static final int FEWEST_STEPS_A_POINT = 10;

  private PaperModels() {}

  /** The law of OTD with the reference of all small experiments, {@code p = 1/2, tau = 1}. */
  static MaskLaw transported(VelocityField velocity, FlowSolver solver, int steps) {
    return new Transported(ConcreteReference.UNIFORM, new Flow(velocity, solver, steps));
  }

  /** Two layers of eight with the tanh GELU, as in the bimodal and the reduced-order experiment. */
  static ModelSpec eightEight(MaskLaw masks, Backbone backbone) {
    return new ModelSpec(
        1,
        1,
        new MaskedMlp(List.of(8, 8), Activation.GELU_TANH, Initializer.HE_NORMAL, backbone),
        masks);
  }

  /** A dropout network of two layers of eight: inverted scaling, masks for each row. */
  static ModelSpec dropout(double rate) {
    return eightEight(new Bernoulli(rate, false), Backbone.INVERTED);
  }

  /**
   * All rows in each step, so that an epoch is a step, a constant rate, the last iterate: the
   * common settings of the small experiments.
   */
  static TrainingSettings fullBatch(
      Loss loss, KineticAction action, double penalty, AdamW adamW, double rate, int epochs) {
    return new TrainingSettings(
        loss,
        action,
        Optimizer.of(adamW).withPenalty(penalty),
        new Schedule.Constant(rate),
        BatchRule.ALL,
        epochs,
        Math.min(epochs, Math.max(FEWEST_STEPS_A_POINT, epochs / POINTS_OF_HISTORY)),
        epochs,
        0);
  }
}
