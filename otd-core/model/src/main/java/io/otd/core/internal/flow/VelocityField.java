// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Dense;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.op.Ops;

/**
 * The velocity network {@code v(t, z)} of the mask flow (paper, "Logit-space transport"): a
 * multilayer perceptron on {@code [z, t]} with a linear last layer.
 *
 * @implNote Time is the last input column. The draws are the minor dimension, {@code [d_z, K]}:
 *     with K often larger than the hidden widths the compiled loops are longer.
 * @param hidden widths of the hidden layers, possibly none
 * @param activation of the hidden layers
 * @param kernel law of the first kernels; biases start at zero
 */
public record VelocityField(List<Integer> hidden, Activation activation, Initializer kernel) {
  /** Prefix of the names of the parameters. */
  public static final String NAME = "velocity";

  /** Checks the widths. */
  public VelocityField {
    hidden = List.copyOf(hidden);
    Check.that(hidden.stream().allMatch(w -> w >= 1), "velocity widths", hidden, "each >= 1");
  }

  /**
   * The layers for a mask state of a width.
   *
   * @param width d_z
   */
  List<Dense> layers(int width) {
    List<Integer> widths = new ArrayList<>();
    widths.add(width + 1);
    widths.addAll(hidden);
    widths.add(width);
    return Dense.stack(NAME, widths, kernel);
  }

  /** Kernels and biases, first layer first. */
  public List<Parameter> parameters(int width) {
    return layers(width).stream().flatMap(l -> l.parameters().stream()).toList();
  }

  /**
   * Adds the kernels in the layout that the products of a flow use; a linear map of the parameters.
   *
   * @param tf the graph to add to
   * @param values holds {@link #parameters}
   * @param width d_z
   */
  PreparedField prepare(Ops tf, ParameterValues values, int width) {
    return PreparedField.of(tf, this, values, width);
  }
}
