// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import java.util.Collections;
import java.util.List;

/** A multilayer perceptron, whose numbers are trained by gradients. */
public sealed interface Mlp extends PredictiveNetwork permits MaskedMlp, ConditionalMlp {
  /** Widths of the hidden layers, at least one. */
  List<Integer> hidden();

  /** Activation of the hidden layers. */
  Activation activation();

  /** Law of the first kernels; biases start at zero. */
  Initializer kernel();

  /** Options besides the paper's formula. */
  Backbone backbone();

  /** Width of the widest hidden layer. */
  @Override
  default int widest() {
    return Collections.max(hidden());
  }
}
