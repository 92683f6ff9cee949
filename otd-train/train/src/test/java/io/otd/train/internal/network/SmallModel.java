// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
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
}
