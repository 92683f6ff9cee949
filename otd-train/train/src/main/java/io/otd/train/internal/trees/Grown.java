// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Forest;
import java.util.List;

/** Trees that were grown from the rows of a member. */
public sealed interface Grown permits GrownForest, GrownBoosting {
  /** Sizes of the arrays of its trees. */
  Forest sizes();

  /**
   * A model that holds it.
   *
   * @param sizes at least its own
   * @param inputs d_x, those that the trees do not see included
   */
  ModelSpec model(Forest sizes, int inputs);

  /**
   * Its parameters in a model.
   *
   * @param model that is large enough for it
   * @return {@code [P]}
   */
  float[] parameters(ModelSpec model);

  /**
   * The model that holds each of several.
   *
   * @param grown of the same method, inputs and targets; at least one
   * @param inputs d_x, those that the trees do not see included
   */
  static ModelSpec model(List<? extends Grown> grown, int inputs) {
    Forest most =
        grown.stream()
            .map(Grown::sizes)
            .reduce(
                (a, b) ->
                    new Forest(
                        Math.max(a.trees(), b.trees()),
                        Math.max(a.nodes(), b.nodes()),
                        Math.max(a.depth(), b.depth()),
                        Math.max(a.rows(), b.rows())))
            .orElseThrow();
    ModelSpec model = grown.get(0).model(most, inputs);
    grown.forEach(other -> other.model(most, inputs));
    return model;
  }
}
