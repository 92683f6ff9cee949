// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Dense;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The lifting network of low-latent OTD (paper, "A generalisation of OTD"): a multilayer perceptron
 * with a linear last layer, from a code to as many numbers as the predictive network has masks.
 *
 * @param hidden widths of the hidden layers, possibly none
 * @param activation of the hidden layers
 * @param kernel law of the first kernels; biases start at zero
 */
public record Lift(List<Integer> hidden, Activation activation, Initializer kernel) {
  private static final String NAME = "lift";

  /** Checks the widths. */
  public Lift {
    hidden = List.copyOf(hidden);
    Check.that(hidden.stream().allMatch(w -> w >= 1), "lift widths", hidden, "each >= 1");
  }

  private List<Dense> layers(int code, int masks) {
    List<Integer> widths = new ArrayList<>();
    widths.add(code);
    widths.addAll(hidden);
    widths.add(masks);
    return Dense.stack(NAME, widths, kernel);
  }

  /**
   * Kernels and biases, first layer first.
   *
   * @param code d_z
   * @param masks width of the masks
   */
  List<Parameter> parameters(int code, int masks) {
    return layers(code, masks).stream().flatMap(l -> l.parameters().stream()).toList();
  }

  /**
   * Adds the lift to a graph.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param code {@code [K, d_z]}
   * @param width d_z
   * @return logits, {@code [K, masks]}
   */
  Operand<TFloat32> apply(
      Ops tf, ParameterValues values, Operand<TFloat32> code, int width, int masks) {
    List<Dense> layers = layers(width, masks);
    Operand<TFloat32> h = layers.get(0).apply(tf, values, code);
    for (Dense layer : layers.subList(1, layers.size())) {
      h = layer.apply(tf, values, activation.apply(tf, h));
    }
    return h;
  }
}
