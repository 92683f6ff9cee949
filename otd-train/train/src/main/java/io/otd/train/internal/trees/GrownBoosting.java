// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import java.util.Arrays;
import java.util.List;

/**
 * Boosted trees as a law: location and scale of the targets, and the residuals of rows that the
 * trees had not seen, in units of the scale. Their joint law is kept.
 *
 * @param trees whose leaves lead to the values
 * @param values of each leaf, {@code [L, 2 w]}; those of leaf 0 are 0
 * @param residuals {@code [R, w]}
 * @param outputs w
 */
public record GrownBoosting(List<GrownTree> trees, float[] values, float[] residuals, int outputs)
    implements Grown {
  /** Keeps the list. */
  public GrownBoosting {
    trees = List.copyOf(trees);
  }

  @Override
  public Forest sizes() {
    return GrownTree.sizes(trees, values.length / (2 * outputs));
  }

  @Override
  public ModelSpec model(Forest sizes, int inputs) {
    return new ModelSpec(
        inputs, outputs, new BoostedForest(sizes, residuals.length / outputs), new Uniform());
  }

  @Override
  public float[] parameters(ModelSpec model) {
    Forest sizes = ((BoostedForest) model.network()).forest();
    List<float[]> arrays = GrownTree.arrays(trees, sizes);
    arrays.add(Arrays.copyOf(values, sizes.rows() * 2 * outputs));
    arrays.add(residuals);
    return new ParameterVector(model.parameters()).join(arrays);
  }
}
