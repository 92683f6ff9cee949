// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

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
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.optimizer.Schedule;
import java.util.List;

/** A model that compiles fast: two layers of three units, masks from a flow with two steps. */
final class SmallModel {
  private SmallModel() {}

  /** With one output. */
  static ModelSpec of(int inputs) {
    return new ModelSpec(
        inputs,
        1,
        new MaskedMlp(List.of(3, 3), Activation.RELU, Initializer.HE_NORMAL, Backbone.TABULAR),
        new Transported(
            ConcreteReference.UNIFORM,
            new Flow(
                new VelocityField(List.of(3), Activation.TANH, Initializer.HE_NORMAL),
                FlowSolver.EULER,
                2)));
  }

  /** Four rows a step; a validation and a point of the history every five; a patience of twenty. */
  static TrainingSettings training(int steps) {
    return new TrainingSettings(
        new EnergyScore(3),
        new KineticAction(2, 0.1),
        new Optimizer(0, Double.POSITIVE_INFINITY, AdamW.of(1e-2), new ParameterAverage(0.9)),
        new Schedule.Constant(0.01),
        new BatchRule.Rows(4),
        steps,
        5,
        20,
        4);
  }
}
